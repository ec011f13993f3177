import {
  type ApplicationStatus,
  type ApplyRequest,
  type ApplyResponse,
  type Module,
  modules,
} from '@citewell/sdk';
import { type FormEvent, useState } from 'react';
import { failureOf } from '../api/failure.ts';
import { useVisit } from '../api/session.tsx';
import { moduleLabel } from '../ask/labels.ts';
import { Field, Page } from '../components/common.tsx';
import { useLanguage, useText } from '../lib/language.tsx';
import { readItem, writeItem } from '../lib/storage.ts';

type Draft = { name: string; email: string; organisation: string; purpose: string; modules: Module[] };

const emptyDraft: Draft = { name: '', email: '', organisation: '', purpose: '', modules: [...modules] };

export function ApplyPage() {
  const t = useText();
  const [sent, setSent] = useState<ApplyResponse>();
  return (
    <Page
      title={t('Apply for an API key', '申请 API 密钥')}
      lead={t(
        'We decide within three business days. Track your application on its status page; we e-mail you at each step.',
        '三个工作日内答复。您可在专属页面查看进度，每一步均有邮件通知。',
      )}
    >
      {sent ? <Sent sent={sent} /> : <Form onSent={setSent} />}
    </Page>
  );
}

function Form({ onSent }: { onSent(sent: ApplyResponse): void }) {
  const { t, language } = useLanguage();
  const { client } = useVisit();
  const [draft, setDraft] = useState<Draft>(readDraft);
  const [touched, setTouched] = useState(false);
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const set = (change: Partial<Draft>) => {
    const next = { ...draft, ...change };
    setDraft(next);
    writeItem('application', JSON.stringify(next));
  };
  const problems = {
    name: draft.name.trim() === '' ? t('Please enter your name.', '请填写姓名。') : undefined,
    email: /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(draft.email.trim())
      ? undefined
      : t('Please enter one e-mail address.', '请填写一个电子邮箱。'),
    purpose:
      draft.purpose.trim().length >= 10
        ? undefined
        : t('Please use at least 10 characters.', '请用 10 个以上字符说明。'),
    modules: draft.modules.length > 0 ? undefined : t('Please choose at least one.', '请至少选择一项。'),
  };
  const shown = (problem: string | undefined) => (touched ? problem : undefined);

  async function send(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    setTouched(true);
    if (Object.values(problems).some(Boolean)) {
      event.currentTarget.querySelector<HTMLElement>('[data-problem="true"]')?.focus();
      return;
    }
    setBusy(true);
    setError(undefined);
    const { organisation, ...rest } = draft;
    const body: ApplyRequest = {
      ...rest,
      name: draft.name.trim(),
      email: draft.email.trim(),
      ...(organisation.trim() && { organisation: organisation.trim() }),
      lang: language,
    };
    try {
      const sent = await client.apply(body);
      writeItem('application', undefined);
      onSent(sent);
    } catch (failure) {
      setError(failureOf(failure, t).message);
    } finally {
      setBusy(false);
    }
  }

  return (
    <form className="panel-form" onSubmit={send} noValidate>
      <Field label={t('Name', '姓名')} error={shown(problems.name)}>
        {({ id, describedBy }) => (
          <input
            id={id}
            autoComplete="name"
            maxLength={100}
            value={draft.name}
            aria-describedby={describedBy}
            aria-invalid={Boolean(shown(problems.name))}
            data-problem={Boolean(problems.name)}
            placeholder={t('Dr Li Wei', '李伟')}
            onChange={(event) => set({ name: event.target.value })}
          />
        )}
      </Field>
      <Field
        label={t('E-mail', '电子邮箱')}
        hint={t(
          'We send the confirmation link and, later, the key to this address.',
          '确认链接以及之后的密钥将发送至此邮箱。',
        )}
        error={shown(problems.email)}
      >
        {({ id, describedBy }) => (
          <input
            id={id}
            type="email"
            autoComplete="email"
            maxLength={254}
            value={draft.email}
            aria-describedby={describedBy}
            aria-invalid={Boolean(shown(problems.email))}
            data-problem={Boolean(problems.email)}
            placeholder="li.wei@hospital.example"
            onChange={(event) => set({ email: event.target.value })}
          />
        )}
      </Field>
      <Field label={t('Organization (optional)', '单位（选填）')}>
        {({ id }) => (
          <input
            id={id}
            autoComplete="organization"
            maxLength={100}
            value={draft.organisation}
            placeholder={t('University hospital, department of cardiology', '大学附属医院心内科')}
            onChange={(event) => set({ organisation: event.target.value })}
          />
        )}
      </Field>
      <Field label={t('What is the key for?', '密钥用途')} error={shown(problems.purpose)}>
        {({ id, describedBy }) => (
          <textarea
            id={id}
            rows={4}
            maxLength={2_000}
            value={draft.purpose}
            aria-describedby={describedBy}
            aria-invalid={Boolean(shown(problems.purpose))}
            data-problem={Boolean(problems.purpose)}
            placeholder={t(
              'Answering ward questions in our journal club, about 50 a week.',
              '科室文献学习，每周约 50 次提问。',
            )}
            onChange={(event) => set({ purpose: event.target.value })}
          />
        )}
      </Field>
      <fieldset className="choices">
        <legend>{t('Features you need', '所需功能')}</legend>
        {modules.map((module) => (
          <label className="check" key={module}>
            <input
              type="checkbox"
              checked={draft.modules.includes(module)}
              onChange={(event) =>
                set({
                  modules: event.target.checked
                    ? [...draft.modules, module]
                    : draft.modules.filter((each) => each !== module),
                })
              }
            />
            <span>{moduleLabel(module, t)}</span>
          </label>
        ))}
        {shown(problems.modules) && <p className="field-error">{problems.modules}</p>}
      </fieldset>
      {error && (
        <p className="note note-bad" role="alert">
          {error}
        </p>
      )}
      <p>
        <button type="submit" className="button button-primary" disabled={busy}>
          {busy ? t('Sending …', '提交中……') : t('Apply', '提交申请')}
        </button>
      </p>
    </form>
  );
}

function readDraft(): Draft {
  try {
    return { ...emptyDraft, ...(JSON.parse(readItem('application') ?? '{}') as Partial<Draft>) };
  } catch {
    return emptyDraft;
  }
}

function Sent({ sent }: { sent: ApplyResponse }) {
  const t = useText();
  const { client } = useVisit();
  const [status, setStatus] = useState<ApplicationStatus>();
  const [error, setError] = useState<string>();
  const statusPath = `/apply/status?token=${encodeURIComponent(sent.status_token)}`;
  const refresh = () =>
    client
      .applicationStatus(sent.status_token)
      .then(setStatus, (failure) => setError(failureOf(failure, t).message));
  const steps: [string, boolean][] = [
    [t('Received', '已收到'), true],
    [t('E-mail confirmed', '邮箱已确认'), status !== undefined && status.confirmed_at !== null],
    [t('Decision made', '已审批'), status !== undefined && status.decided_at !== null],
  ];
  return (
    <div className="note note-good">
      <p className="note-title">
        {t('Almost done: confirm your e-mail.', '已收到申请，还需一步：确认邮箱。')}
      </p>
      <p>
        {t(
          'We have received your application. Within 72 hours, open the link we have just e-mailed you; check your spam folder, too.',
          '请在 72 小时内打开我们刚发送的邮件中的链接，也请检查垃圾邮件。',
        )}
      </p>
      <ol className="progress">
        {steps.map(([label, done]) => (
          <li key={label} className={done ? 'done' : ''}>
            {label}
            <span className="visually-hidden">
              {done ? t(': done', '：已完成') : t(': not yet', '：未完成')}
            </span>
          </li>
        ))}
      </ol>
      <p>
        <a className="button" href={statusPath}>
          {t('Open the status page', '打开进度页面')}
        </a>{' '}
        <button type="button" className="button button-quiet" onClick={refresh}>
          {t('Refresh', '刷新状态')}
        </button>
      </p>
      {error && <p className="field-error">{error}</p>}
      <p className="fine">
        {t('Bookmark the status page so that you can find it again.', '请保存进度页面的网址，以便再次查看。')}
      </p>
    </div>
  );
}
