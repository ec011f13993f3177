import { foldText } from '@citewell/core/text/words.ts';

/**
 * Words by which a question judges, orders or times what it asks about: evaluations, modal words, adverbs of degree, verbs that say
 * little by themselves (begin, become, get, turn), and places in an order. A record answers without them.
 */
const english =
  `safe|safer|safest|unsafe|useful|useless|helpful|worthwhile|suitable|unsuitable|appropriate|inappropriate|advisable|acceptable|okay|good|better|best|bad|worse|worst|right|wrong|correct|proper|ideal|optimal|preferred|preferable|favourite|favorite|superior|inferior|reliable|trustworthy|dangerous|harmless|easy|easier|easily|hard|harder|difficult|simple|simpler|enough|sufficient|adequate|necessary|unnecessary|needed|needs|need|required|requires|require|avoid|avoids|avoided|avoiding|avoidable|start|starts|started|starting|begin|begins|began|beginning|initiate|initiated|initiating|try|tries|tried|trying|consider|considered|considering|choose|choosing|chosen|choice|choices|pick|prefer|decide|recommend|recommended|advise|advised|offer|offered|suggest|suggested|tell|tells|told|know|mean|means|matter|matters|happen|depend|depends|worth|point|pointless|any|anything|first choice|drug of choice|treatment of choice|first line|first-line|second line|second-line|first choices|soon|sooner|immediately|straight away|right away|eventually|usually|normally|typically|generally|commonly|rarely|routinely|routine|always|never|frequently|regularly|occasionally|really|actually|completely|fully|partly|totally|entirely|possibly|probably|definitely|certainly|truly|significantly|greatly|markedly|slightly|strongly|directly|simply|likely|unlikely|likelihood|prone|apt|tend|tends|liable|possible|impossible|feasible|allowed|permitted|forbidden|contraindicated|ok|alright|fine|sensible|reasonable|justified|indicated|beneficial|effective|ineffective|effectively|efficacious|successful|successfully|works|worked|help|helps|helped|helping|cope|manage|afterwards|beforehand|afterward|nowadays|currently|today|anymore|still|yet|again|instead|rather|alternatively|picks|picked|prefers|preferring|decides|decided|deciding|recommends|recommending|advises|advising|offers|offered|offering|suggests|suggesting|happens|happened|happening|depended|depending|tended|considers|bother|bothering|getting|turn|turns|turned|turning|become|becomes|became|becoming|keeping|staying|lets|letting|bring|brings|brought|bringing|gives|gave|giving|takes|took|find|finds|found|finding|feels|felt|talk|talks|talking|ask|asks|asked|asking|hoping|wanting|likes|reckon|reckons|supposed|meant|bound|actual|real|true|truth|myth|even|apart|stuff|folks|guys|deal`.split(
    '|',
  );
const chinese =
  `容易|更容易|易|难|困难|适合|合适|适宜|适用|不适合|不宜|值得|有用|没用|管用|好使|顶用|有效|无效|首选|优选|最好|最佳|更好|较好|最优|最安全|更安全|安全|危险吗|避免|开始|启动|起始|尽快|及时|立即|马上|治疗后|治疗前|治疗中|用药后|用药前|服药后|服药前|服用后|处理后|治好|治愈后|必要|有必要|没必要|必须|需要|建议|推荐|主张|提倡|考虑|选择|选用|选|挑|决定|判断|可行|可靠|靠谱|可取|有好处|有坏处|好处|坏处|帮助|有帮助|明显|显著|完全|彻底|真正|到底|究竟|一般|通常|往往|经常|常常|常规|偶尔|总是|一直|很快|快|慢|大概|大约|可能性|几率|可能|应该|应当|能否|能够|允许|禁止|要紧|严重吗|正常吗|麻烦|优先|优于|相当|足够|充分|适量|要不要|该不该|更|最`.split(
    '|',
  );

const keyOf = (word: string): string => foldText(word).replace(/[’']/g, '');
const shaping = new Set([...english, ...chinese].map(keyOf));

/**
 * Matches ages of people told by a number, which population gates read: "over-75s", "the 60s", and the notes of clinicians, "85F" and "3yo";
 * and how often something was, "x3".
 * 18F and 19F are isotopes.
 */
const ages = /^(?:(?:over|under)[- ]?)?\d{2}s$|^(?!1[89]f$)\d{1,3}(?:[mf]|y\/?o|yrs?)$|^x\d{1,2}$/i;
/** Matches how often a drug is taken, in notes. */
const doses = /^(?:bd|tds|qds|prn|nocte)$/;

/** Matches the verb in "does it work for …", which asks for an effect; the noun in "does night work cause …" is a subject. */
const asksWhetherItWorks =
  /\b(?:do|does|did|will|would|can|could)\b(?:(?!\b(?:shift|night|day|social|field|physical|manual|hard|heavy|office|team|paid|of|at|to|off) work)[^?.;]){1,80} work(?= (?:for|in|against|as|on|better|best|well|if|when|at|and|or|with)\b| ?[?,.;]|\s*$)/i;

/**
 * Returns true for a word that only shapes a question: what it asks of its subjects, not what it asks about.
 *
 * @param question The whole question, by which "work" is a verb.
 */
export function shapesQuestion(term: string, question = ''): boolean {
  const key = keyOf(term);
  return (
    shaping.has(key) ||
    ages.test(term) ||
    doses.test(term) ||
    (key === 'work' && asksWhetherItWorks.test(question))
  );
}
