import type { Article } from '@citewell/core/records/article.ts';
import { CommonGrams, commonGram, commonLimit, commonNumber } from '../analysis/common-grams.ts';
import { dateKey } from '../analysis/date-key.ts';
import { codeFrequency, escaped, type Field, frequencyCode, type Space } from '../analysis/fields.ts';
import { createRecordScanner, type TermSink } from '../analysis/terms.ts';
import { Vocabulary } from '../analysis/vocabulary.ts';
import { ByteReader, GrowingInts } from '../postings/bytes.ts';
import { PostingsArena } from '../postings/postings-arena.ts';
import { SegmentEncoder } from './segment-encoder.ts';
import { pmidNumber, type SegmentInfo } from './segment-store.ts';

/** Maximum recorded length: 2 bytes each. */
export const fieldNormMax = 65_535;

/** Order of the records of a segment: newest first, by date, then by PMID, both descending. */
function byDate(left: { dateKey: number; pmid: number }, right: { dateKey: number; pmid: number }): number {
  return right.dateKey - left.dateKey || right.pmid - left.pmid;
}

/** Builds a segment of records in memory, which takes about 3 KB more per record meanwhile. */
export type SegmentBuilder = (articles: readonly Article[]) => { encoder: SegmentEncoder; info: SegmentInfo };

/** Number of terms, at about 200 bytes each, above which the vocabulary is rebuilt. */
const termsKeptMax = 60_000;

/** Builder that keeps up to so many terms of its earlier segments, since the next one has most of them. */
export function createSegmentBuilder(termsKept = termsKeptMax): SegmentBuilder {
  let inverter = new Inverter();
  return (articles) => {
    if (inverter.terms > termsKept) inverter = new Inverter();
    return buildSegment(articles, inverter);
  };
}

function buildSegment(articles: readonly Article[], inverter: Inverter): ReturnType<SegmentBuilder> {
  const placed = articles
    .map((article) => ({ article, dateKey: dateKey(article), pmid: pmidNumber(article.pmid) }))
    .sort(byDate);
  inverter.begin();
  const scan = createRecordScanner(inverter);
  const fieldNorms = new Uint16Array(placed.length);
  for (const [id, { article }] of placed.entries()) {
    fieldNorms[id] = Math.min(scan(article), fieldNormMax);
    inverter.endRecord(id);
  }
  const encoder = new SegmentEncoder(fieldNorms);
  inverter.encode(encoder);
  const info = encoder.finish({
    dateKeys: Int32Array.from(placed, ({ dateKey }) => dateKey),
    pmids: Float64Array.from(placed, ({ pmid }) => pmid),
  });
  return { encoder, info };
}

/** State of a term, stored together because it is used together. */
const stride = 4;
/** -1 before the first one of the segment. */
const lastRecord = 0;
const firstPlace = 1;
const lastPlace = 2;
const common = 3;

/**
 * Inverts records into postings. In the arena, a posting consists of the difference from the previous record, the
 * frequency code, three counts if the code is escaped, and positions as in the segment.
 */
class Inverter implements TermSink {
  readonly #vocabulary = new Vocabulary((term, space, text) => this.#addTerm(term, space, text));
  readonly #arena = new PostingsArena();
  readonly #pairs = new CommonGrams();
  /** Number of each pair by the numbers of both words: the pair's own, plus 1. */
  readonly #pairNumbers = new Int32Array(commonLimit * commonLimit);
  #state = new Int32Array(stride * 1024);

  // Record being read: its terms, each with the chain of its positions, numbered in order.
  readonly #touched = new GrowingInts();
  readonly #nextPlace = new GrowingInts();
  readonly #placeField = new GrowingInts();
  readonly #placePosition = new GrowingInts();

  get terms(): number {
    return this.#vocabulary.keys.length;
  }

  /** Builds one segment after another. */
  begin(): void {
    this.#arena.clear();
    const state = this.#state;
    for (let at = 0; at < state.length; at += stride) {
      state[at + lastRecord] = -1;
      state[at + firstPlace] = -1;
    }
    this.#clearRecord();
  }

  word(space: Space, text: string, start: number, end: number, field: Field, position: number): void {
    this.#visit(this.#vocabulary.numberOfWord(space, text, start, end), field, position);
  }

  term(space: Space, term: string, field: Field, position: number): void {
    this.#visit(this.#vocabulary.numberOf(space, term), field, position);
  }

  endRecord(record: number): void {
    const { values: touched, length } = this.#touched;
    const nextPlace = this.#nextPlace.values;
    const fields = this.#placeField.values;
    const positions = this.#placePosition.values;
    const state = this.#state;
    const arena = this.#arena;
    for (let at = 0; at < length; at++) {
      const term = touched[at] ?? 0;
      const first = state[stride * term + firstPlace] ?? 0;
      let counts = 0;
      let title = 0;
      let keyword = 0;
      for (let place = first; place >= 0; place = nextPlace[place] ?? -1) {
        counts++;
        if (fields[place] === 0) title++;
        else if (fields[place] === 1) keyword++;
      }
      const abstract = counts - title - keyword;
      const code = frequencyCode(title, keyword, abstract);
      arena.varint(term, record - Math.max(state[stride * term + lastRecord] ?? 0, 0));
      arena.byte(term, code);
      if (code === escaped) {
        arena.varint(term, title);
        arena.varint(term, keyword);
        arena.varint(term, abstract);
      }
      let field = -1;
      let last = 0;
      for (let place = first; place >= 0; place = nextPlace[place] ?? -1) {
        const position = positions[place] ?? 0;
        arena.varint(term, fields[place] === field ? position - last : position);
        field = fields[place] ?? 0;
        last = position;
      }
      state[stride * term + lastRecord] = record;
      state[stride * term + firstPlace] = -1;
    }
    this.#clearRecord();
  }

  encode(encoder: SegmentEncoder): void {
    const { keys } = this.#vocabulary;
    let scratch = new Uint8Array(1 << 16);
    const counts = { title: 0, keyword: 0, abstract: 0 };
    for (const term of this.#vocabulary.inKeyOrder()) {
      if ((this.#state[stride * term + lastRecord] ?? 0) < 0) continue;
      const read = this.#arena.read(term, scratch);
      scratch = read.bytes;
      const reader = new ByteReader(scratch);
      encoder.beginTerm(keys[term] ?? '');
      let record = 0;
      while (reader.at < read.length) {
        record += reader.varint();
        const code = scratch[reader.at++] ?? 0;
        let frequency = codeFrequency[code] ?? 0;
        if (code === escaped) {
          counts.title = reader.varint();
          counts.keyword = reader.varint();
          counts.abstract = reader.varint();
          frequency = counts.title + counts.keyword + counts.abstract;
        }
        const from = reader.at;
        for (; frequency > 0; frequency--) while ((scratch[reader.at++] ?? 0) >= 128);
        encoder.add(record, code, counts, scratch, from, reader.at);
      }
      encoder.endTerm();
    }
  }

  #clearRecord(): void {
    for (const array of [this.#touched, this.#nextPlace, this.#placeField, this.#placePosition])
      array.length = 0;
    this.#pairs.reset();
  }

  #addTerm(term: number, space: Space, text: string): void {
    this.#arena.addTerm();
    if (stride * (term + 1) > this.#state.length) {
      const larger = new Int32Array(2 * this.#state.length);
      larger.set(this.#state);
      this.#state = larger;
    }
    this.#state[stride * term + lastRecord] = -1;
    this.#state[stride * term + firstPlace] = -1;
    if (space === 'text') this.#state[stride * term + common] = commonNumber(text);
  }

  #placePair(second: number, field: Field, position: number): void {
    const first = this.#pairs.before(second, field, position);
    if (first === 0) return;
    const place = first * commonLimit + second;
    let pair = this.#pairNumbers[place] ?? 0;
    if (pair === 0) {
      pair = this.#vocabulary.numberOf('pair', commonGram(first, second)) + 1;
      this.#pairNumbers[place] = pair;
    }
    this.#place(pair - 1, field, position - 1);
  }

  #visit(term: number, field: Field, position: number): void {
    this.#place(term, field, position);
    const second = this.#state[stride * term + common] ?? 0;
    if (second > 0) this.#placePair(second, field, position);
  }

  #place(term: number, field: Field, position: number): void {
    const place = this.#nextPlace.length;
    this.#nextPlace.push(-1);
    this.#placeField.push(field);
    this.#placePosition.push(position);
    const state = this.#state;
    const at = stride * term;
    if ((state[at + firstPlace] ?? 0) < 0) {
      state[at + firstPlace] = place;
      this.#touched.push(term);
    } else this.#nextPlace.values[state[at + lastPlace] ?? 0] = place;
    state[at + lastPlace] = place;
  }
}
