import { renderCitationMarker } from '@citewell/sdk/citation-markers';
import { memo, type ReactNode, useMemo } from 'react';
import { useLanguage } from '../lib/language.tsx';
import { type Block, type Inline, parseBlock, plainText, splitBlocks } from './parse.ts';
import { claimsWithoutSource, type Sentence, sentencesOf, textWithoutCitations } from './sentences.ts';

/** Cell of a table's body: `ordinal` is the first citation of its row, `text` its words. */
export type CellProps = { ordinal: number | undefined; column: number; text: string; children: ReactNode };

export type CitationProps = { ordinal: number; sentence: string };

type Options = {
  /** Renders "[n]". Must be stable, or every block is rendered again with every word. */
  Citation: (props: CitationProps) => ReactNode;
  /** Renders the content of a table's cell. Must be stable as well. */
  Cell?: (props: CellProps) => ReactNode;
  /** Renders the content below a paragraph that is one bold line. Must be stable as well. */
  Figure?: (props: { after: string }) => ReactNode;
  /** Marks sentences that make a claim without a citation. */
  markUncited?: boolean;
  /**
   * Returns the service's own result for a sentence, given without its citation markers; undefined to decide by the
   * sentence alone. Must be stable as well.
   */
  citesNothing?: ((sentence: string) => boolean | undefined) | undefined;
  uncitedTitle?: string;
};

/** Renders an answer's text. Only elements built here become HTML. */
export function Markdown({ text, ...options }: { text: string } & Options) {
  const blocks = useMemo(() => splitBlocks(text), [text]);
  // biome-ignore lint/suspicious/noArrayIndexKey: blocks are only ever added at the end
  return blocks.map((source, index) => <MarkdownBlock key={index} source={source} {...options} />);
}

const MarkdownBlock = memo(function MarkdownBlock({ source, ...options }: { source: string } & Options) {
  const { language } = useLanguage();
  const blocks = useMemo(() => parseBlock(source), [source]);
  return blocks.map((block, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: blocks of one source keep their order
    <BlockView key={`${block.kind}${index}`} block={block} locale={language} {...options} />
  ));
});

type ViewOptions = Options & { locale: string };

function BlockView({ block, ...options }: { block: Block } & ViewOptions): ReactNode {
  switch (block.kind) {
    case 'heading': {
      // The page has the first heading level, and the question the second.
      const Heading = `h${Math.min(6, block.level + 2)}` as 'h3';
      return <Heading>{words(block.inlines, options)}</Heading>;
    }
    case 'paragraph':
      return (
        <>
          <p>{words(block.inlines, options)}</p>
          {options.Figure && isBoldLine(block.inlines) && <options.Figure after={plainText(block.inlines)} />}
        </>
      );
    case 'list': {
      const items = block.items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: items have no ids
        <li key={index}>
          {words(item.inlines, options)}
          {item.blocks.map((inner, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: as above
            <BlockView key={at} block={inner} {...options} />
          ))}
        </li>
      ));
      return block.ordered ? <ol start={block.start}>{items}</ol> : <ul>{items}</ul>;
    }
    case 'quote':
      return (
        <blockquote>
          {block.blocks.map((inner, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: as above
            <BlockView key={index} block={inner} {...options} />
          ))}
        </blockquote>
      );
    case 'code':
      return (
        <pre>
          <code>{block.text}</code>
        </pre>
      );
    case 'table':
      return <TableView block={block} {...options} />;
    case 'rule':
      return <hr />;
  }
}

function TableView({ block, ...options }: { block: Extract<Block, { kind: 'table' }> } & ViewOptions) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable areas must be reachable by keyboard
    <div className="table-scroll" tabIndex={0}>
      <table>
        <thead>
          <tr>
            {block.head.map((cell, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: cells are identified by position
              <th key={index} scope="col">
                {words(cell, options)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {block.rows.map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: as above
            <tr key={at}>
              {row.map((cell, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: as above
                <td key={index}>{cellOf(row, cell, index, options)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function cellOf(
  row: readonly (readonly Inline[])[],
  cell: readonly Inline[],
  column: number,
  options: ViewOptions,
): ReactNode {
  const { Cell } = options;
  const content = words(cell, options);
  if (!Cell) return content;
  const first = row.flat().find((inline) => inline.kind === 'citation');
  return (
    <Cell
      ordinal={first?.kind === 'citation' ? first.ordinal : undefined}
      column={column}
      text={plainText(cell)}
    >
      {content}
    </Cell>
  );
}

function isBoldLine(inlines: readonly Inline[]): boolean {
  return inlines.length === 1 && inlines[0]?.kind === 'strong';
}

/** Renders a run of inlines, tracking the sentence at each position. */
function words(
  inlines: readonly Inline[],
  { Citation, markUncited, citesNothing, uncitedTitle, locale }: ViewOptions,
): ReactNode {
  const text = plainText(inlines);
  const sentences = sentencesOf(text, locale);
  const uncited = markUncited
    ? sentences
        .filter(
          (sentence) =>
            citesNothing?.(textWithoutCitations(text.slice(sentence.start, sentence.end))) ??
            claimsWithoutSource(text, sentence),
        )
        .map((sentence) => ({
          ...sentence,
          end: sentence.start + text.slice(sentence.start, sentence.end).trimEnd().length,
        }))
    : [];
  let offset = 0;

  function view(inline: Inline, key: number): ReactNode {
    switch (inline.kind) {
      case 'text': {
        const from = offset;
        offset += inline.text.length;
        return uncited.length === 0 ? inline.text : pieces(inline.text, from, key);
      }
      case 'code':
        offset += inline.text.length;
        return <code key={key}>{inline.text}</code>;
      case 'citation': {
        const at = offset;
        offset += renderCitationMarker(inline.ordinal).length;
        return <Citation key={key} ordinal={inline.ordinal} sentence={sentenceAt(at)} />;
      }
      case 'break':
        offset += 1;
        return <br key={key} />;
      case 'link':
        return (
          <a key={key} href={inline.href} target="_blank" rel="noopener noreferrer nofollow">
            {inline.inlines.map(view)}
          </a>
        );
      case 'strong':
        return <strong key={key}>{inline.inlines.map(view)}</strong>;
      case 'emphasis':
        return <em key={key}>{inline.inlines.map(view)}</em>;
    }
  }

  function sentenceAt(at: number): string {
    const found = sentences.find(({ start, end }) => at >= start && at < end);
    return found ? textWithoutCitations(text.slice(found.start, found.end)) : '';
  }

  /** Splits a text at the boundaries of uncited sentences. */
  function pieces(part: string, from: number, key: number): ReactNode {
    const parts: ReactNode[] = [];
    let at = 0;
    for (const { start, end } of overlapping(uncited, from, from + part.length)) {
      const [first, last] = [Math.max(start - from, at), Math.min(end - from, part.length)];
      if (first > at) parts.push(part.slice(at, first));
      parts.push(
        <span className="uncited" title={uncitedTitle} key={`${key}-${first}`}>
          {part.slice(first, last)}
        </span>,
      );
      at = last;
    }
    if (at < part.length) parts.push(part.slice(at));
    return parts;
  }

  return inlines.map(view);
}

function overlapping(sentences: readonly Sentence[], from: number, to: number): readonly Sentence[] {
  return sentences.filter(({ start, end }) => start < to && end > from);
}
