import type { FullText, FullTextTable } from './full-text.ts';

/** Statement of an article with a readable location: "Results > Primary outcome", "Table 2". */
export type Statement = {
  section: string;
  /** Verbatim; for a table, a row or cell with its row and column headings. */
  text: string;
  /** Text of the cell itself, if it is in a table. */
  cell?: string;
  /** Offsets of the sentence, or of the row, in the article's plain text (`layOut`). */
  start: number;
  end: number;
};

/** Statements of an article's own results: sentences, table rows, and cells of these rows. */
export type OwnResults = { sentences: Statement[]; rows: Statement[]; cells: Statement[] };

/** Maximum number of sentences, rows and cells read from one article; and of characters in one. */
const bounds = { statements: 1_000, characters: 800 };

/**
 * Lists the article's own results. A sentence that cites another paper may report that paper's finding; sections and
 * tables about a subgroup are omitted, since their sentences need not name it again.
 */
export function ownResults(text: FullText): OwnResults {
  const { sections, tables } = layOut(text);
  const isShort = (each: Statement) => each.text.length <= bounds.characters;
  const sentences = sections
    .filter(({ section: { kind, titles } }) => kind === 'results' && !titles.some((title) => isOfSome(title)))
    .flatMap(({ section: { titles }, sentences }) =>
      sentences.flatMap(({ sentence: { text, cites, isPartial }, start, end }) =>
        cites || isPartial ? [] : [{ section: titles.join(' > '), text, start, end }],
      ),
    );
  const whole = tables.filter(({ table: { caption } }) => !isOfSome(caption));
  const rows = whole.flatMap(({ table, rows }) =>
    rows.flatMap(({ text, group, name, isHeading, start, end }) =>
      isHeading || isOfSome(group) || ofPeople.test(name) ? [] : [{ section: table.label, text, start, end }],
    ),
  );
  const first = (all: Statement[]) => all.filter(isShort).slice(0, bounds.statements);
  return { sentences: first(sentences), rows: first(rows), cells: first(whole.flatMap(cellStatements)) };
}

/** Matches titles of sections and tables about a subgroup. */
const ofSome =
  /\b(?:sub-?groups?|sensitivity|post[- ]?hoc|exploratory|per[- ]protocol|in|among|with|without|aged|women|men|males?|females?|children|adults|elderly|older|younger|patients|participants|cohorts?|phase|stud(?:y|ies) \d|experiments?|mice|rats|animals?|vitro|included studies)\b|亚组|敏感性|事后|探索性|组|患者|女性|男性|儿童|老年|动物|小鼠|大鼠|纳入/i;

/** Matches names of rows about a subgroup of participants. */
const ofPeople =
  /\b(?:sub-?groups?|sensitivity|per[- ]protocol|aged?|years|women|men|males?|females?|boys|girls|children|adolescents?|elderly|older|younger)\b|亚组|女性|男性|儿童|老年|岁|男$|女$/i;

const isOfSome = (title: string): boolean => ofSome.test(title);

/** Matches rows and columns that compare groups or times. */
const compares =
  /\b(?:change|differences?|ratio|reduction|decrease|increase|improvement|[aph]?(?:HR|OR|RR|RD|MD|SMD)|p(?:[- ]?value)?|versus|vs|effect|risk|odds|hazard|beta|coefficient|estimate|model)\b|[Δβχ]|变化|差|比值|比$|降低|升高|P值|增加|减少/i;

/** Returns each cell with its row and column headings: "Deaths, Drug (n = 250): 12". */
function cellStatements({ table: { label }, rows }: PlacedTable): Statement[] {
  return rows.flatMap(({ isHeading, name, group, cells, start, end }) =>
    isHeading || ofPeople.test(`${group}\n${name}`)
      ? []
      : cells.flatMap(({ column, text: cell }) => {
          const of = [group, name, column].filter(Boolean).join(', ');
          // A difference can be expressed in many ways, and its number without the sign would be wrong.
          const isLevel = /^\d/.test(cell) && !compares.test(of);
          return isLevel && name && column
            ? [{ section: label, text: `${of}: ${cell}`, cell, start, end }]
            : [];
        }),
  );
}

type Placed = { start: number; end: number };
type PlacedSection = {
  section: FullText['sections'][number];
  sentences: (Placed & { sentence: FullText['sections'][number]['paragraphs'][number][number] })[];
};
type PlacedRow = Placed & {
  text: string;
  /** Spanning row above, which is the heading of the rows below it. */
  group: string;
  isHeading: boolean;
  name: string;
  cells: { column: string; text: string }[];
};
type PlacedTable = { table: FullTextTable; rows: PlacedRow[] };

/**
 * Lays out the plain text of an article, to which statements' offsets refer: a line of titles before each section and
 * one line per paragraph, then each table after its label and caption, one line per row.
 */
export function layOut({ sections, tables }: FullText): {
  text: string;
  sections: PlacedSection[];
  tables: PlacedTable[];
} {
  let text = '';
  const line = (words: string) => {
    if (words !== '') text += `${words}\n`;
  };
  const put = (words: string, separator: string): Placed => {
    const start = text.length;
    text += words + separator;
    return { start, end: start + words.length };
  };
  const placedSections = sections.map((section): PlacedSection => {
    line(section.titles.join(' > '));
    const sentences = section.paragraphs.flatMap((paragraph) =>
      paragraph.map((sentence, at) => ({
        sentence,
        ...put(sentence.text, at === paragraph.length - 1 ? '\n' : ' '),
      })),
    );
    return { section, sentences };
  });
  const placedTables = tables.map((table): PlacedTable => {
    line([table.label, table.caption].filter(Boolean).join('. '));
    let group = '';
    const rows = table.rows.map((row): PlacedRow => {
      const [first = '', ...others] = row;
      const isHeading = others.every((value) => value === '' || value === first);
      // Several cells may name a row: "Surgery", "Deaths", 12.
      const named = isHeading ? 0 : others.findIndex((value) => /\d/.test(value));
      const name = [...new Set([first, ...others.slice(0, Math.max(0, named))])].filter(Boolean).join(', ');
      const values = others.slice(Math.max(0, named));
      if (isHeading) group = name;
      const cells = values.map((value, at) => ({
        column: [...new Set(table.header.map((each) => each[row.length - values.length + at] ?? ''))]
          .filter(Boolean)
          .join(', '),
        text: value,
      }));
      const words = isHeading ? name : rowText([group, name].filter(Boolean).join(', '), cells);
      return { ...put(words, '\n'), text: words, group, isHeading, name, cells };
    });
    return { table, rows };
  });
  return { text, sections: placedSections, tables: placedTables };
}

/**
 * Formats a row: "Deaths, n (%) — Drug (n = 250): 12 (4.8); Placebo (n = 251): 20 (8.0)". A cell that spans columns
 * appears once.
 */
function rowText(name: string, cells: PlacedRow['cells']): string {
  const texts = cells
    .filter(({ text }) => text !== '')
    .map(({ column, text }) => (column ? `${column}: ${text}` : text));
  return `${name} — ${[...new Set(texts)].join('; ')}`;
}
