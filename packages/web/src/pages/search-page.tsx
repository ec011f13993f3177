import {
  type BibliographicRecord,
  type LocalSearchResponse,
  type SearchField,
  type SearchTerm,
  searchFields,
} from '@citewell/sdk';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { type Failure, failureOf } from '../api/failure.ts';
import { useVisit } from '../api/session.tsx';
import { Year } from '../ask/filters.tsx';
import { Coins } from '../components/coins.tsx';
import { Badge, FailureNote, Loading, Page } from '../components/common.tsx';
import { DemonstrationBadge, DemonstrationBanner } from '../components/demonstration.tsx';
import { ExportMenu } from '../components/export-menu.tsx';
import { TitleLink } from '../components/title-link.tsx';
import { counted } from '../lib/counted.ts';
import { useLanguage } from '../lib/language.tsx';
import { marked } from '../lib/marked.tsx';
import { navigate, useRoute } from '../lib/route.tsx';
import { foundSpans } from '../search/found-words.ts';
import { addressOf, emptyTerm, fieldLabel, readSearch, requestOf, type Search } from '../search/search.ts';
import { WhichTerm } from '../search/which-term.tsx';

const pageSize = 20;
const nothing: BibliographicRecord[] = [];
/** Conditions whose words are marked in the title and the abstract. */
const inTitle: readonly SearchField[] = ['title', 'title_abstract'];
const inAbstract: readonly SearchField[] = ['abstract', 'title_abstract'];

/** Page that searches the library's records by conditions, without a model. The search is in the address. */
export function SearchPage() {
  const { t, number, date, language } = useLanguage();
  const { client, service, session, askToSignIn } = useVisit();
  const { query } = useRoute();
  const asked = readSearch(query);
  const [draft, setDraft] = useState<Search>(asked);
  const [reply, setReply] = useState<LocalSearchResponse>();
  const [failure, setFailure] = useState<Failure>();
  const [busy, setBusy] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const [picked, setPicked] = useState<ReadonlyMap<string, BibliographicRecord>>(new Map());
  const heading = useRef<HTMLHeadingElement>(null);
  const address = query.toString();

  // Separate from the search itself: a session that is known late must not clear what has been typed meanwhile.
  useEffect(() => {
    const search = readSearch(new URLSearchParams(address));
    setDraft(search.terms.length > 0 ? search : { ...search, terms: [emptyTerm] });
  }, [address]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the address contains the whole search
  useEffect(() => {
    const search = readSearch(new URLSearchParams(address));
    if (address === '' || !session) {
      setReply(undefined);
      return;
    }
    const abort = new AbortController();
    setBusy(true);
    setFailure(undefined);
    client
      .search(
        { ...requestOf(search), limit: pageSize, offset: search.offset, include: ['bibliography'] },
        { signal: abort.signal },
      )
      .then((found) => {
        setReply(found);
        requestAnimationFrame(() => heading.current?.focus({ preventScroll: search.offset === 0 }));
      })
      .catch((error) => !abort.signal.aborted && setFailure(failureOf(error, t)))
      .finally(() => !abort.signal.aborted && setBusy(false));
    return () => abort.abort();
  }, [address, Boolean(session), attempt]);

  const setTerm = (index: number, change: Partial<SearchTerm>) =>
    setDraft({
      ...draft,
      terms: draft.terms.map((term, at) => (at === index ? { ...term, ...change } : term)),
    });

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (session) navigate(addressOf({ ...draft, offset: 0 }));
    else askToSignIn(true);
  }

  function toggle(article: BibliographicRecord): void {
    const next = new Map(picked);
    if (!next.delete(article.pmid)) next.set(article.pmid, article);
    setPicked(next);
  }

  const library = service?.library;
  return (
    <Page
      wide
      title={t('Search the library', '检索文献库')}
      lead={
        library &&
        t(
          `${counted(library.records, 'record')} in the local library${library.newest ? `, newest from ${library.newest}` : ''}. Fast, without a language model.`,
          `本地文献库共 ${number(library.records)} 篇文献${library.newest ? `，最新 ${library.newest}` : ''}。不经模型，即时返回。`,
        )
      }
    >
      <form className="panel-form" onSubmit={submit}>
        <fieldset className="conditions">
          <legend>{t('Match all conditions', '须同时满足以下条件')}</legend>
          {draft.terms.map((term, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: conditions are identified by position
            <div className="condition" key={index}>
              <select
                aria-label={t(`Field ${index + 1}`, `字段 ${index + 1}`)}
                value={term.field}
                onChange={(event) => setTerm(index, { field: event.target.value as SearchField })}
              >
                {searchFields.map((field) => (
                  <option key={field} value={field}>
                    {fieldLabel(field, t)}
                  </option>
                ))}
              </select>
              <input
                aria-label={t(`Search terms ${index + 1}`, `检索词 ${index + 1}`)}
                value={term.value}
                maxLength={500}
                placeholder={
                  index === 0
                    ? t('heart failure, "beta blocker", 心力衰竭', '心力衰竭、heart failure、"beta blocker"')
                    : ''
                }
                onChange={(event) => setTerm(index, { value: event.target.value })}
              />
              {draft.terms.length > 1 && (
                <button
                  type="button"
                  className="button button-quiet"
                  aria-label={t(`Remove condition ${index + 1}`, `删除条件 ${index + 1}`)}
                  onClick={() => setDraft({ ...draft, terms: draft.terms.filter((_, at) => at !== index) })}
                >
                  ×
                </button>
              )}
            </div>
          ))}
          {draft.terms.length < 20 && (
            <button
              type="button"
              className="link-button"
              onClick={() => setDraft({ ...draft, terms: [...draft.terms, emptyTerm] })}
            >
              {t('+ Add a condition', '+ 添加条件')}
            </button>
          )}
        </fieldset>
        <div className="form-row">
          <Year
            label={t('From year', '起始年份')}
            value={draft.yearFrom}
            set={(yearFrom) => setDraft({ ...draft, yearFrom })}
          />
          <Year
            label={t('To year', '截止年份')}
            value={draft.yearTo}
            set={(yearTo) => setDraft({ ...draft, yearTo })}
          />
          <label>
            {t('Sort by', '排序')}
            <select
              value={draft.sort}
              onChange={(event) => setDraft({ ...draft, sort: event.target.value as Search['sort'] })}
            >
              <option value="date_desc">{t('Newest first', '最新优先')}</option>
              <option value="relevance">{t('Best match first', '相关度优先')}</option>
            </select>
          </label>
          <button type="submit" className="button button-primary">
            {t('Search', '检索')}
          </button>
        </div>
      </form>

      {failure && <FailureNote failure={failure} retry={() => setAttempt(attempt + 1)} />}
      {busy && !reply && <Loading lines={5} />}
      {reply && !failure && (
        <section aria-busy={busy}>
          <DemonstrationBanner records={reply.articles} />
          <Coins records={reply.bibliography ?? nothing} />
          <div className="results-head">
            <h2 tabIndex={-1} ref={heading}>
              {t(counted(reply.total, 'record'), `${number(reply.total)} 条记录`)}
            </h2>
            {reply.total > 0 && (
              <ExportMenu
                records={[...picked.values()]}
                topic={asked.terms.map(({ value }) => value).join(' ')}
                disabled={picked.size === 0}
              />
            )}
            <span className="fine" aria-live="polite">
              {picked.size > 0 && t(`${number(picked.size)} selected`, `已选 ${number(picked.size)} 条`)}
            </span>
          </div>
          {reply.total === 0 && <WhichTerm search={asked} />}
          <ol className="results" start={asked.offset + 1}>
            {reply.articles.map((article, index) => (
              <li key={article.pmid} className="result">
                <input
                  type="checkbox"
                  checked={picked.has(article.pmid)}
                  onChange={() => toggle(reply.bibliography?.[index] ?? article)}
                  aria-label={t(`Select: ${article.title}`, `选择：${article.title}`)}
                />
                <div>
                  <h3>
                    <TitleLink record={article}>
                      {marked(article.title, foundSpans(article.title, inTitle, asked.terms))}
                    </TitleLink>
                  </h3>
                  <p className="card-source">
                    {article.authors && `${article.authors}. `}
                    <cite>{article.journal}</cite> {article.year} ·{' '}
                    {article.demonstration ? article.pmid : `PMID ${article.pmid}`}
                  </p>
                  <p className="badges">
                    <DemonstrationBadge record={article} />
                    {article.retracted && <Badge tone="bad">{t('Retracted', '已撤稿')}</Badge>}
                    {article.publication_types
                      .filter((type) => type !== 'Journal Article')
                      .slice(0, 3)
                      .map((type) => (
                        <Badge key={type}>{type}</Badge>
                      ))}
                  </p>
                  {article.abstract && (
                    <details>
                      <summary>{t('Abstract', '摘要')}</summary>
                      <p className="abstract">
                        {marked(article.abstract, foundSpans(article.abstract, inAbstract, asked.terms))}
                      </p>
                      {article.keywords.length > 0 && (
                        <p className="fine">{article.keywords.slice(0, 12).join(' · ')}</p>
                      )}
                    </details>
                  )}
                </div>
              </li>
            ))}
          </ol>
          {reply.total > pageSize && (
            <nav className="pager" aria-label={t('Result pages', '结果分页')}>
              <button
                type="button"
                className="button"
                disabled={asked.offset === 0}
                onClick={() =>
                  navigate(addressOf({ ...asked, offset: Math.max(0, asked.offset - pageSize) }))
                }
              >
                {t('Previous', '上一页')}
              </button>
              <span>
                {number(asked.offset + 1)}–{number(Math.min(asked.offset + pageSize, reply.total))} /{' '}
                {number(reply.total)}
              </span>
              <button
                type="button"
                className="button"
                disabled={reply.next_offset === null}
                onClick={() => navigate(addressOf({ ...asked, offset: asked.offset + pageSize }))}
              >
                {t('Next', '下一页')}
              </button>
            </nav>
          )}
        </section>
      )}
      {!reply && !busy && !failure && (
        <div className="empty">
          <p>
            {t(
              'All words of a condition must appear in its field. Put phrases in double quotes, and end a word with * to match all words that begin with it (metform*). Chinese and English both work.',
              '同一条件中的词须全部出现在该字段中；双引号内为词组；英文词尾加 *（如 metform*）匹配以其开头的所有词。支持中文和英文。',
            )}
          </p>
          {library?.changed_at && (
            <p className="fine">
              {t('Library last updated on', '文献库最近更新：')}{' '}
              <time dateTime={library.changed_at}>{date(library.changed_at, { dateStyle: 'long' })}</time>
            </p>
          )}
          {session === null && (
            <button type="button" className="button" onClick={() => askToSignIn(true)} lang={language}>
              {t('Sign in to search', '登录后检索')}
            </button>
          )}
        </div>
      )}
    </Page>
  );
}
