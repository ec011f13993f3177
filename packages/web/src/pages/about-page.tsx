import { useVisit } from '../api/session.tsx';
import { sourceLabel } from '../ask/labels.ts';
import { Loading, Page } from '../components/common.tsx';
import { counted } from '../lib/counted.ts';
import { useLanguage } from '../lib/language.tsx';

export function AboutPage() {
  const { t, number, date } = useLanguage();
  const { service } = useVisit();
  return (
    <Page title={t('About this installation', '关于本服务')}>
      <div className="prose">
        <p>
          {t(
            'Citewell answers medical questions from the literature. Every citation can be checked, every token is accounted for, and a failed search is never reported as missing evidence.',
            'Citewell 依据文献回答医学问题：每处引文都可核查，每个 Token 都有账可查，检索失败绝不会被当作没有证据。',
          )}
        </p>
        <h2>{t('Not medical advice', '不构成医疗建议')}</h2>
        <p>
          {t(
            'Answers summarize abstracts and some full texts, and may be wrong or out of date. Citewell knows nothing about your patient. Do not enter patient data.',
            '回答概述文献摘要和部分全文，可能有误或过时，也不了解具体患者。请勿输入患者信息。',
          )}
        </p>
      </div>
      {service ? (
        <dl className="facts">
          <dt>{t('Version', '版本')}</dt>
          <dd>{service.version}</dd>
          <dt>{t('Sources', '文献来源')}</dt>
          <dd>{service.sources.map((source) => sourceLabel(source, t)).join(' · ')}</dd>
          <dt>{t('Text generation', '撰写方式')}</dt>
          <dd>{service.model ?? t('quotations only, no language model', '仅摘录原文，不使用语言模型')}</dd>
          <dt>{t('Local library', '本地文献库')}</dt>
          <dd>
            {service.library
              ? t(counted(service.library.records, 'record'), `${number(service.library.records)} 篇文献`)
              : '…'}
            {(service.library?.demonstration ?? 0) > 0 && (
              <strong>
                {' · '}
                {t(
                  `${number(service.library?.demonstration ?? 0)} of them invented demonstration records`,
                  `其中 ${number(service.library?.demonstration ?? 0)} 篇为虚构的演示记录`,
                )}
              </strong>
            )}
            {service.library?.changed_at && ` · ${date(service.library.changed_at, { dateStyle: 'long' })}`}
          </dd>
          <dt>{t('Quota day', '配额日')}</dt>
          <dd>{service.quota_timezone}</dd>
          <dt>{t('Data stored', '保存的数据')}</dt>
          <dd>
            {t(
              'The service records when a key was used and how many tokens each call used. So that a repeated request is not charged twice, replies to requests with an Idempotency-Key, which these pages send, are stored for 24 hours and remain in any backup made during that time. The topic, evidence and sections of a review or discussion are kept for an hour, so that it can be continued. Other questions are not stored. Your history is stored only in this browser.',
              '服务端记录密钥的使用时间与 Token 数。为避免重复计费，带 Idempotency-Key 的请求（本页面均带）其回答保存 24 小时，期间的备份也会包含。综述与讨论部分的主题、证据及各段文字保存 1 小时，以便中断后继续撰写；其他问题不保存。历史记录仅存于此浏览器。',
            )}
          </dd>
        </dl>
      ) : (
        <Loading lines={5} />
      )}
      <p className="fine">
        {t(
          'Records from PubMed® are provided by the U.S. National Library of Medicine; see the',
          'PubMed® 记录由美国国家医学图书馆提供，请参阅其',
        )}{' '}
        <a href="https://www.ncbi.nlm.nih.gov/home/about/policies/" target="_blank" rel="noopener noreferrer">
          {t('NCBI disclaimer and copyright notice', '免责声明与版权说明')}
        </a>
        {t('.', '。')}
      </p>
    </Page>
  );
}
