import { useState } from 'react';
import { deleteConversation, deleteHistory, readHistory } from '../ask/history.ts';
import { Page } from '../components/common.tsx';
import { counted } from '../lib/counted.ts';
import { useLanguage } from '../lib/language.tsx';
import { Link } from '../lib/route.tsx';

export function HistoryPage() {
  const { t, date, number } = useLanguage();
  const [conversations, setConversations] = useState(readHistory);
  const [asking, setAsking] = useState(false);
  return (
    <Page
      title={t('History', '历史记录')}
      lead={t(
        'Your history is stored in this browser only. The service stores each reply for 24 hours, so that a repeated request is not charged twice. The topic and sections of a review or discussion are stored for an hour, so that it can be continued; other questions are not stored.',
        '历史记录仅保存在此浏览器中。为避免重复请求重复计费，服务端将每个请求的回答保存 24 小时。综述与讨论部分的主题及各段文字保存 1 小时，以便中断后继续撰写；其他问题不保存。',
      )}
    >
      {conversations.length === 0 ? (
        <div className="empty">
          <p>{t('No questions have been asked in this browser yet.', '此浏览器中尚无提问记录。')}</p>
          <p>
            {t(
              'Answers and reviews are saved here with their sources, so that you can reopen them, export them or ask follow-up questions.',
              '回答与综述连同文献会保存在这里，可再次打开、导出或继续提问。',
            )}{' '}
            <Link href="/">{t('Ask your first question', '提出第一个问题')}</Link>
          </p>
        </div>
      ) : (
        <>
          <ul className="history">
            {conversations.map(({ id, at, turns }) => (
              <li key={id}>
                <Link
                  href={`${turns[0]?.asked.mode === 'review' ? '/review' : '/'}?c=${encodeURIComponent(id)}`}
                >
                  {turns[0]?.asked.question}
                </Link>
                <span className="fine">
                  <time dateTime={new Date(at).toISOString()}>{date(at)}</time>
                  {turns.length > 1 &&
                    ` · ${t(counted(turns.length, 'question'), `${number(turns.length)} 个问题`)}`}
                </span>
                <button
                  type="button"
                  className="link-button"
                  aria-label={t(`Delete: ${turns[0]?.asked.question}`, `删除：${turns[0]?.asked.question}`)}
                  onClick={() => {
                    deleteConversation(id);
                    setConversations(readHistory());
                  }}
                >
                  {t('Delete', '删除')}
                </button>
              </li>
            ))}
          </ul>
          {asking ? (
            <p className="note">
              {t('Permanently delete everything?', '确定永久删除全部记录？')}{' '}
              <button
                type="button"
                className="button button-danger"
                onClick={() => {
                  deleteHistory();
                  setConversations([]);
                }}
              >
                {t('Delete all', '全部删除')}
              </button>{' '}
              <button type="button" className="button button-quiet" onClick={() => setAsking(false)}>
                {t('Keep', '保留')}
              </button>
            </p>
          ) : (
            <button type="button" className="button" onClick={() => setAsking(true)}>
              {t('Delete all', '全部删除')}
            </button>
          )}
        </>
      )}
    </Page>
  );
}
