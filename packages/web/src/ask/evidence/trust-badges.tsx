import type { TrustCard } from '@citewell/sdk';
import { Badge } from '../../components/common.tsx';
import { useLanguage } from '../../lib/language.tsx';
import { designLabel } from '../labels.ts';

/** Shows the known facts about a record in a few words, warnings first. */
export function TrustBadges({ card }: { card: TrustCard | undefined }) {
  const { t, number } = useLanguage();
  if (!card) return null;
  const {
    retracted,
    expression_of_concern: concern,
    erratum: corrected,
    preprint,
    design,
    sample_size: sample,
    evidence_level: level,
    subjects,
  } = card;
  return (
    <p className="badges">
      {retracted && <Badge tone="bad">{t('Retracted', '已撤稿')}</Badge>}
      {concern && <Badge tone="bad">{t('Expression of concern', '关注声明')}</Badge>}
      {preprint && <Badge tone="warn">{t('Preprint', '预印本')}</Badge>}
      {corrected && <Badge tone="warn">{t('Corrected', '有更正')}</Badge>}
      {design && (
        <Badge
          tone="accent"
          title={
            level
              ? t(`Level ${level} of 5, by study design only`, `仅按研究设计：第 ${level} 级（共 5 级）`)
              : ''
          }
        >
          {designLabel(design, t)}
        </Badge>
      )}
      {sample && <Badge title={sample.text}>n = {number(sample.n)}</Badge>}
      {subjects === 'animal' && <Badge tone="warn">{t('Animal study', '动物实验')}</Badge>}
      {subjects === 'in_vitro' && <Badge tone="warn">{t('In vitro', '细胞实验')}</Badge>}
      {card.full_text && (
        <Badge tone="accent" title={card.full_text.pmcid}>
          {t('Full text read', '已查阅全文')}
        </Badge>
      )}
      {card.read === 'title' && <Badge tone="warn">{t('Title only', '仅标题')}</Badge>}
    </p>
  );
}
