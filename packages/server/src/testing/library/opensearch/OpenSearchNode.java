import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.codelibs.opensearch.runner.node.OpenSearchRunnerNode;
import org.opensearch.analysis.common.CommonAnalysisPlugin;
import org.opensearch.common.settings.Settings;
import org.opensearch.node.InternalSettingsPreparer;
import org.opensearch.painless.PainlessPlugin;
import org.opensearch.index.reindex.ReindexPlugin;
import org.opensearch.transport.Netty4Plugin;

/**
 * One node on a loopback port, for tests and development: java -cp ... OpenSearchNode FOLDER PORT [temporary].
 * It ends with whoever holds the other end of standard input; one that is temporary then removes its folder.
 */
public class OpenSearchNode {
  public static void main(String[] arguments) throws Exception {
    Path home = Path.of(arguments[0]);
    Files.createDirectories(home.resolve("config"));
    Settings settings = Settings.builder()
      .put("path.home", home.toString())
      .putList("path.repo", home.resolve("snapshots").toString())
      .put("node.name", "citewell")
      .put("cluster.name", "citewell-development")
      .put("discovery.type", "single-node")
      .put("network.host", "127.0.0.1")
      .put("http.port", arguments[1])
      // A disk that is nearly full would refuse tests their indices.
      .put("cluster.routing.allocation.disk.threshold_enabled", false)
      .build();
    OpenSearchRunnerNode node = new OpenSearchRunnerNode(
      InternalSettingsPreparer.prepareEnvironment(settings, Map.of(), null, () -> "citewell"),
      List.of(CommonAnalysisPlugin.class, PainlessPlugin.class, ReindexPlugin.class, Netty4Plugin.class));
    node.start();
    System.out.println("ready");
    while (System.in.read() >= 0) {}
    node.close();
    if (arguments.length > 2) remove(home);
    System.exit(0);
  }

  private static void remove(Path folder) throws IOException {
    try (var paths = Files.walk(folder)) {
      for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) Files.deleteIfExists(path);
    }
  }
}
