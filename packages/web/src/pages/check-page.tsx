import { useState } from 'react';
import { OneCheck } from '../check/one-check.tsx';
import { ParagraphCheck } from '../check/paragraph-check.tsx';
import { Page } from '../components/common.tsx';
import { useLanguage } from '../lib/language.tsx';

export function CheckPage() {
  const { t } = useLanguage();
  const [many, setMany] = useState(false);
  return (
    <Page
      wide={many}
      title={t('Check citations', '核查引文')}
      lead={t(
        'Does the sentence agree with the abstract it cites? Checks numbers, direction, population and strength of the claim.',
        '句子与所引文献的摘要是否一致：数值、方向、人群以及结论的程度。',
      )}
    >
      <fieldset className="segmented" aria-label={t('What to check', '核查内容')}>
        <button type="button" aria-pressed={!many} onClick={() => setMany(false)}>
          {t('One sentence', '单句')}
        </button>
        <button type="button" aria-pressed={many} onClick={() => setMany(true)}>
          {t('A paragraph', '整段')}
        </button>
      </fieldset>
      {many ? <ParagraphCheck /> : <OneCheck />}
    </Page>
  );
}
