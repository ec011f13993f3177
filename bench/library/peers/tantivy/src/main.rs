//! Tantivy over HTTP on the loopback, a thread a connection: `citewell-bench-tantivy FOLDER` prints its port.
//! POST /add (rows, one JSON a line), /finish, /search, /count, /rank, /usage. ../../tantivy.ts is its caller.
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::ops::Bound;
use std::sync::{Arc, Mutex};
use tantivy::collector::{Count, TopDocs};
use tantivy::query::*;
use tantivy::schema::*;
use tantivy::store::{Compressor, ZstdCompressor};
use tantivy::tokenizer::*;
use tantivy::{DocAddress, Index, IndexReader, IndexSettings, IndexWriter, Order, ReloadPolicy, TantivyDocument, Term, doc};

#[derive(Clone, Copy)]
struct Fields {
    title: Field,
    abstract_: Field,
    keyword: Field,
    author: Field,
    journal: Field,
    day: Field,
    order: Field,
    json: Field,
}

struct Engine {
    fields: Fields,
    reader: IndexReader,
    writer: Mutex<Option<IndexWriter>>,
}

/// Records in the order of their days, then PMIDs: PMIDs are below 2^26.
const PMIDS: u64 = 1 << 26;
/// As Citewell's BM25F has them.
const TITLE: f32 = 3.0;
const KEYWORD: f32 = 1.5;

fn main() {
    let folder = std::env::args().nth(1).expect("a folder");
    let engine = Arc::new(open(&folder));
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    println!("{}", listener.local_addr().unwrap().port());
    // Whoever started it holds the other end: nothing outlives a bench that was killed.
    std::thread::spawn(|| {
        let _ = std::io::stdin().read_to_end(&mut Vec::new());
        std::process::exit(0);
    });
    for stream in listener.incoming().flatten() {
        let engine = engine.clone();
        std::thread::spawn(move || serve(&engine, stream));
    }
}

fn open(folder: &str) -> Engine {
    let mut schema = Schema::builder();
    let mut text = |name: &str, tokenizer: &str| {
        let indexing = TextFieldIndexing::default()
            .set_tokenizer(tokenizer)
            .set_index_option(IndexRecordOption::WithFreqsAndPositions);
        schema.add_text_field(name, TextOptions::default().set_indexing_options(indexing))
    };
    let (title, abstract_, keyword) = (text("title", "words"), text("abstract", "words"), text("keyword", "words"));
    let (author, journal) = (text("author", "names"), text("journal", "words"));
    let day = schema.add_u64_field("day", INDEXED | FAST);
    let order = schema.add_u64_field("order", FAST);
    let json = schema.add_bytes_field("json", STORED);
    let fields = Fields { title, abstract_, keyword, author, journal, day, order, json };
    let compression = ZstdCompressor { compression_level: Some(3) };
    let settings = IndexSettings { docstore_compression: Compressor::Zstd(compression), ..Default::default() };
    let index = Index::builder().schema(schema.build()).settings(settings).create_in_dir(folder).unwrap();
    index.tokenizers().register("words", analyzer(true));
    index.tokenizers().register("names", analyzer(false));
    // As much as the ingest of Citewell: one thread that indexes beside one that reads.
    let writer = Mutex::new(Some(index.writer_with_num_threads(1, 256_000_000).unwrap()));
    let reader = index.reader_builder().reload_policy(ReloadPolicy::Manual).try_into().unwrap();
    Engine { fields, reader, writer }
}

fn analyzer(stemmed: bool) -> TextAnalyzer {
    let folded = TextAnalyzer::builder(SimpleTokenizer::default())
        .filter(RemoveLongFilter::limit(60))
        .filter(LowerCaser)
        .filter(AsciiFoldingFilter);
    if stemmed { folded.filter(Stemmer::new(Language::English)).build() } else { folded.build() }
}

fn words(stemmed: bool, text: &str) -> Vec<String> {
    let mut analyzer = analyzer(stemmed);
    let mut stream = analyzer.token_stream(text);
    let mut words = vec![];
    while stream.advance() {
        words.push(stream.token().text.clone());
    }
    words
}

fn serve(engine: &Engine, mut stream: TcpStream) {
    stream.set_nodelay(true).unwrap();
    let mut input = BufReader::new(stream.try_clone().unwrap());
    while let Some((path, body)) = read_request(&mut input) {
        let reply = answer(engine, &path, &body);
        let head = format!("HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n", reply.len());
        if stream.write_all(&[head.as_bytes(), &reply].concat()).is_err() {
            return;
        }
    }
}

fn read_request(input: &mut impl BufRead) -> Option<(String, String)> {
    let mut line = String::new();
    if input.read_line(&mut line).ok()? == 0 {
        return None;
    }
    let path = line.split(' ').nth(1)?.to_string();
    let mut length = 0;
    loop {
        line.clear();
        input.read_line(&mut line).ok()?;
        if line.trim().is_empty() {
            break;
        }
        if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length:") {
            length = value.trim().parse().ok()?;
        }
    }
    let mut body = vec![0; length];
    input.read_exact(&mut body).ok()?;
    Some((path, String::from_utf8(body).ok()?))
}

fn answer(engine: &Engine, path: &str, body: &str) -> Vec<u8> {
    match path {
        "/add" => {
            let writer = engine.writer.lock().unwrap();
            for line in body.lines() {
                writer.as_ref().unwrap().add_document(document(&engine.fields, &serde_json::from_str(line).unwrap())).unwrap();
            }
            b"{}".to_vec()
        }
        "/finish" => {
            let mut writer = engine.writer.lock().unwrap().take().unwrap();
            writer.commit().unwrap();
            writer.wait_merging_threads().unwrap();
            engine.reader.reload().unwrap();
            b"{}".to_vec()
        }
        "/usage" => usage().to_string().into_bytes(),
        _ => search(engine, path, &serde_json::from_str(body).unwrap()),
    }
}

fn document(fields: &Fields, row: &Value) -> TantivyDocument {
    let text = |name: &str| row[name].as_str().unwrap_or("").to_string();
    let (day, pmid) = (row["day"].as_u64().unwrap_or(0), row["pmid"].as_u64().unwrap_or(0));
    doc!(
        fields.title => text("title"), fields.abstract_ => text("abstract"),
        fields.keyword => format!("{}; {}", text("mesh"), text("keywords")),
        fields.author => text("author"), fields.journal => text("journal"),
        fields.day => day, fields.order => day * PMIDS + pmid, fields.json => text("json").into_bytes()
    )
}

/// CPU time of all threads and resident memory, where the kernel tells them.
fn usage() -> Value {
    let read = |name: &str| std::fs::read_to_string(format!("/proc/self/{name}")).unwrap_or_default();
    let stat = read("stat");
    let times: Vec<f64> = stat.rsplit(')').next().unwrap_or("").split_whitespace().skip(11).take(2).flat_map(|part| part.parse()).collect();
    let resident = read("status").lines().find_map(|line| line.strip_prefix("VmRSS:")?.trim().split(' ').next()?.parse::<f64>().ok());
    json!({ "cpuSeconds": times.iter().sum::<f64>() / 100.0, "rssBytes": resident.map(|kilobytes| kilobytes * 1024.0) })
}

fn search(engine: &Engine, path: &str, asked: &Value) -> Vec<u8> {
    let Engine { fields, reader, .. } = engine;
    let searcher = reader.searcher();
    let is_ranked = path == "/rank";
    let scored = is_ranked || asked["sort"] == "relevance";
    let query = if is_ranked { any_of(fields, asked) } else { all_of(fields, asked, scored) };
    if path == "/count" {
        return json!({ "total": query.count(&searcher).unwrap() }).to_string().into_bytes();
    }
    let top = TopDocs::with_limit(asked["limit"].as_u64().unwrap() as usize).and_offset(asked["offset"].as_u64().unwrap_or(0) as usize);
    let (total, found): (usize, Vec<DocAddress>) = if scored {
        let best = searcher.search(&query, &top.order_by_score()).unwrap();
        // Scores are skipped over, a total is not: it is counted without scores, and not at all for a whole question.
        let total = if is_ranked { 0 } else { all_of(fields, asked, false).count(&searcher).unwrap() };
        (total, best.into_iter().map(|(_, address)| address).collect())
    } else {
        let (total, newest) = searcher.search(&query, &(Count, top.order_by_u64_field("order", Order::Desc))).unwrap();
        (total, newest.into_iter().map(|(_, address)| address).collect())
    };
    let mut reply = format!("{{\"total\":{total},\"articles\":[").into_bytes();
    for (at, address) in found.iter().enumerate() {
        if at > 0 {
            reply.push(b',');
        }
        let document: TantivyDocument = searcher.doc(*address).unwrap();
        reply.extend_from_slice(document.get_first(fields.json).and_then(|value| bytes_of(&value)).unwrap_or(b"{}"));
    }
    reply.extend_from_slice(b"]}");
    reply
}

fn bytes_of<'a>(value: &impl tantivy::schema::Value<'a>) -> Option<&'a [u8]> {
    value.as_bytes()
}

/// Every condition, and the range of days: `{from, before}`, or null.
fn all_of(fields: &Fields, asked: &Value, scored: bool) -> Box<dyn Query> {
    let mut required: Vec<(Occur, Box<dyn Query>)> = vec![];
    for condition in asked["conditions"].as_array().unwrap() {
        let (field, value) = (condition["field"].as_str().unwrap(), condition["value"].as_str().unwrap());
        let places = match field {
            "title" => vec![(fields.title, TITLE)],
            "abstract" => vec![(fields.abstract_, 1.0)],
            "title_abstract" => vec![(fields.title, TITLE), (fields.abstract_, 1.0)],
            "keyword" => vec![(fields.keyword, KEYWORD)],
            "author" => vec![(fields.author, 1.0)],
            _ => vec![(fields.journal, 1.0)],
        };
        let found = words(field != "author", value);
        let together = value.starts_with('"') || field == "author";
        let pieces = if together { vec![found] } else { found.into_iter().map(|word| vec![word]).collect() };
        for piece in pieces.iter().filter(|piece| !piece.is_empty()) {
            let in_places = places.iter().map(|(field, boost)| (Occur::Should, in_field(*field, *boost, piece, scored)));
            required.push((Occur::Must, Box::new(BooleanQuery::new(in_places.collect()))));
        }
    }
    if let (Some(from), Some(before)) = (asked["days"]["from"].as_u64(), asked["days"]["before"].as_u64()) {
        let day = |day| Term::from_field_u64(fields.day, day);
        let range: Box<dyn Query> = Box::new(RangeQuery::new(Bound::Included(day(from)), Bound::Excluded(day(before))));
        required.push((Occur::Must, if scored { Box::new(ConstScoreQuery::new(range, 0.0)) } else { range }));
    }
    Box::new(BooleanQuery::new(required))
}

/// Any of the words, in any field.
fn any_of(fields: &Fields, asked: &Value) -> Box<dyn Query> {
    let texts = asked["words"].as_array().unwrap().iter().flat_map(|word| words(true, word.as_str().unwrap()));
    let places = [(fields.title, TITLE), (fields.keyword, KEYWORD), (fields.abstract_, 1.0)];
    let either = texts.flat_map(|word| places.map(|(field, boost)| (Occur::Should, in_field(field, boost, &[word.clone()], true))));
    Box::new(BooleanQuery::new(either.collect()))
}

fn in_field(field: Field, boost: f32, words: &[String], scored: bool) -> Box<dyn Query> {
    let option = if scored { IndexRecordOption::WithFreqs } else { IndexRecordOption::Basic };
    let term = |word: &String| Term::from_field_text(field, word);
    let query: Box<dyn Query> = match words {
        [only] => Box::new(TermQuery::new(term(only), option)),
        _ => Box::new(PhraseQuery::new(words.iter().map(term).collect())),
    };
    if scored && boost != 1.0 { Box::new(BoostQuery::new(query, boost)) } else { query }
}
