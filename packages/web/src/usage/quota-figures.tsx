import type { UsageResponse } from '@citewell/sdk';
import { moduleLabel } from '../ask/labels.ts';
import { Badge } from '../components/common.tsx';
import { useLanguage } from '../lib/language.tsx';

/** Shows the balance, today's quota and the label of the key. */
export function QuotaFigures({ usage }: { usage: UsageResponse }) {
  const { t, number, date } = useLanguage();
  const { key, balance, quota } = usage;
  const share = quota.limit ? Math.min(1, quota.used / quota.limit) : 0;
  return (
    <div className="tiles">
      <section className="tile">
        <h2>{t('Balance', '余额')}</h2>
        <p className="figure">{number(balance.available)}</p>
        <p className="fine">
          {t(`tokens of ${number(balance.granted)} granted`, `Token，累计授予 ${number(balance.granted)}`)}
          {balance.held > 0 &&
            t(
              `; ${number(balance.held)} held by running calls`,
              `；进行中的调用预留 ${number(balance.held)}`,
            )}
        </p>
      </section>
      <section className="tile">
        <h2>{t('Today', '今日')}</h2>
        <p className="figure">
          {number(quota.used)} {quota.limit !== null && <small>/ {number(quota.limit)}</small>}
        </p>
        {quota.limit !== null && (
          <meter
            min={0}
            max={1}
            high={0.9}
            value={share}
            aria-label={t('Share of today’s quota', '今日配额使用比例')}
          />
        )}
        <p className="fine">
          {quota.limit === null ? (
            t('calls; no daily limit', '次调用，无每日上限')
          ) : (
            <>
              {t('calls; resets at', '次调用，将于')}{' '}
              <time dateTime={quota.resets_at}>{date(quota.resets_at)}</time>
              {t(` your time (midnight in ${quota.timezone})`, `重置（本地时间，即 ${quota.timezone} 零点）`)}
            </>
          )}
        </p>
      </section>
      <section className="tile">
        <h2>{t('Key', '密钥')}</h2>
        <p className="figure figure-text">{key.label}</p>
        <p className="fine">
          <code>{key.hint}</code> ·{' '}
          {key.expires_at
            ? t(
                `until ${date(key.expires_at, { dateStyle: 'medium' })}`,
                `有效期至 ${date(key.expires_at, { dateStyle: 'medium' })}`,
              )
            : t('does not expire', '长期有效')}
        </p>
        <p className="badges">
          {key.modules.map((module) => (
            <Badge key={module}>{moduleLabel(module, t)}</Badge>
          ))}
        </p>
      </section>
    </div>
  );
}
