import { distinctLabel, type Figure } from '../packages/citation-checker/src/numbers/figures.ts';
import { readMeasures } from '../packages/citation-checker/src/numbers/measures.ts';
import { readText } from '../packages/citation-checker/src/reading/tokens.ts';
import type { Make, Sentence } from './citation-probes.ts';

const labelText = ({ label }: Figure): string => label.map(({ text }) => text).join(' ');

/** "12 % … with A and 8 % … with B". */
export function editArms({ text, figures }: Sentence, make: Make): void {
  for (const [index, one] of figures.entries())
    for (const other of figures.slice(index + 1)) {
      const [mine, theirs] = [distinctLabel(one, [other]), distinctLabel(other, [one])];
      const alike =
        one.quantity.percent && other.quantity.percent && one.measure === '' && other.measure === '';
      if (!alike || mine.length === 0 || theirs.length === 0 || one.quantity.value === other.quantity.value)
        continue;
      if (
        mine.length > 3 ||
        theirs.length > 3 ||
        figures.filter(({ quantity }) => quantity.percent).length > 2
      )
        continue;
      const lead = text
        .slice(0, figures[0]?.quantity.start ?? 0)
        .replace(/\s*[(,]?\s*(?:in|by|of|was|were|is|for|at)?\s*$/i, '');
      if (lead.split(' ').length < 4 || lead.length > 90 || /[,;()]/.test(lead)) continue;
      const [a, b] = [one.quantity.text.trim(), other.quantity.text.trim()];
      const [A, B] = [labelText(one), labelText(other)];
      make('arms swapped', true, `${lead}: ${b} with ${B}, ${a} with ${A}.`);
      make('arms swapped', false, `${lead}: ${a} with ${B}, ${b} with ${A}.`);
      make('arms swapped', true, `该研究结果显示，${A}组为${a}，而${B}组则为${b}。`, 'zh');
      make('arms swapped', false, `该研究结果显示，${A}组为${b}，而${B}组则为${a}。`, 'zh');
      const difference = Math.abs(one.quantity.value - other.quantity.value);
      const points = Number(difference.toFixed(Math.max(one.quantity.decimals, other.quantity.decimals)));
      make('computed number', true, `${lead}: the difference was ${points} percentage points.`);
      make(
        'computed number',
        false,
        `${lead}: the difference was ${Number((points + 3.7).toFixed(1))} percentage points.`,
      );
      make('computed number', true, `${A}组与${B}组之间相差${points}个百分点。`, 'zh');
      make(
        'computed number',
        false,
        `${A}组与${B}组之间相差${Number((points + 3.7).toFixed(1))}个百分点。`,
        'zh',
      );
    }
}

/** "… (HR 0.74, 95 % CI 0.65–0.85)" with the number of another sentence. */
export function editFindings({ text, figures }: Sentence, others: readonly Sentence[], make: Make): void {
  const ratios = figures.filter(
    ({ measure, quantity }) => /^(?:HR|OR|RR)$/.test(measure) && quantity.decimals > 0,
  );
  const [ratio] = ratios;
  if (!ratio || ratios.length > 1) return;
  const lead = /^[^()[\];]{20,160}(?=\s[([])/.exec(text)?.[0];
  const own = interval(figures, ratio);
  // Its own bracket, and words enough to say which finding it is: else another's number would be no error.
  const behind = lead === undefined ? '' : text.slice(lead.length, ratio.quantity.start);
  if (lead && behind && !/[)\]]/.test(behind) && namesEnough(lead)) {
    const rival = others
      .map(({ figures: theirs }) => ({
        theirs,
        value: theirs.find(({ measure }) => measure === ratio.measure),
      }))
      .find(
        ({ value }) => value && value.quantity.value !== ratio.quantity.value && value.quantity.decimals > 0,
      );
    const name = ratio.measure;
    make('number of another finding', true, `${lead} (${name} ${ratio.quantity.text.trim()}).`);
    if (rival?.value) {
      make('number of another finding', false, `${lead} (${name} ${rival.value.quantity.text.trim()}).`);
      const theirs = interval(rival.theirs, rival.value);
      if (own && theirs) {
        make(
          'interval of another finding',
          true,
          `${lead} (${name} ${ratio.quantity.text.trim()}, 95% CI ${own}).`,
        );
        make(
          'interval of another finding',
          false,
          `${lead} (${name} ${ratio.quantity.text.trim()}, 95% CI ${theirs}).`,
        );
      }
    }
    const change = Math.round(Math.abs(ratio.quantity.value - 1) * 100);
    const isLower = ratio.quantity.value < 1;
    const outcome =
      /\b(?:risk|odds|rate|incidence|hazard|mortality) of ([a-z][a-z -]{3,40}?)(?=\s[([]|,|\s(?:in|among|with|than)\b)/.exec(
        text,
      )?.[1];
    if (outcome && change >= 5 && change < 200) {
      const way = isLower ? 'lower' : 'higher';
      make('computed number', true, `The risk of ${outcome} was ${change}% ${way}.`);
      make('computed number', false, `The risk of ${outcome} was ${change + 13}% ${way}.`);
    }
  }
}

function namesEnough(text: string): boolean {
  return readText(text).tokens.filter(({ empty, kind }) => !empty && kind !== 'number').length >= 4;
}

function interval(figures: readonly Figure[], of: Figure): string | undefined {
  const at = figures.findIndex(({ measure, estimate }) => measure === 'low' && estimate === of.quantity);
  const [low, high] = [figures[at], figures[at + 1]];
  return low && high?.measure === 'high'
    ? `${low.quantity.text.trim()}–${high.quantity.text.trim()}`
    : undefined;
}

const noun = String.raw`([A-Za-z][A-Za-z0-9' -]{3,60}?)`;
const stop = String.raw`(?=[,.;(]|\s(?:in|among|between|for|after|with|during|at|and|but|compared|than|when|on)\b)`;

/** Links, their lack, and which way they go. */
export function editEffects({ text }: Sentence, make: Make): void {
  const linked = new RegExp(
    String.raw`^${noun} (?:was|were|is|are) (?:also |significantly |strongly |independently )?associated with (?:an? )?(increased|higher|elevated|decreased|lower|reduced) (risk|rate|incidence|odds|levels?|prevalence) of ${noun}${stop}`,
  ).exec(text);
  if (linked && !/\bnot\b|\bno\b|however|may|might/i.test(text)) {
    const [, subject = '', way = '', , outcome = ''] = linked;
    const isMore = /^(?:incr|high|elev)/.test(way);
    const same = isMore ? 'raised' : 'lowered';
    make(
      'direction turned',
      true,
      `A ${isMore ? 'greater' : 'smaller'} risk of ${outcome} was linked to ${lower(subject)}.`,
    );
    make(
      'direction turned',
      false,
      `A ${isMore ? 'smaller' : 'greater'} risk of ${outcome} was linked to ${lower(subject)}.`,
    );
    make('none for an effect', true, `${subject} went along with a ${same} risk of ${outcome}.`);
    make('none for an effect', false, `${subject} was unrelated to the risk of ${outcome}.`);
    make(
      'direction turned',
      true,
      `${subject}与${outcome}风险${isMore ? '升高' : '降低'}有关联，研究者作此报告。`,
      'zh',
    );
    make(
      'direction turned',
      false,
      `${subject}与${outcome}风险${isMore ? '降低' : '升高'}有关联，研究者作此报告。`,
      'zh',
    );
    make('none for an effect', false, `研究者报告，${subject}与${outcome}的发生风险无关。`, 'zh');
  }
  const unlinked = new RegExp(
    String.raw`^${noun} (?:was|were|is|are) not (?:significantly |independently |statistically )?(?:associated|correlated) with ${noun}${stop}`,
  ).exec(text);
  if (unlinked && !/\bbut\b|\bexcept\b/i.test(text)) {
    const [, subject = '', outcome = ''] = unlinked;
    make('effect for none', true, `There was no association of ${lower(subject)} with ${outcome}.`);
    make('effect for none', false, `${subject} increased ${outcome}.`);
    make('effect for none', true, `研究显示，${subject}与${outcome}没有显著关联。`, 'zh');
    make('effect for none', false, `研究显示，${subject}与${outcome}显著相关联。`, 'zh');
  }
  const equal = new RegExp(
    String.raw`\b[Tt]here (?:was|were) no (?:statistically )?(?:significant )?differences? (?:in|of|for) (?:the )?${noun} (?:between|among)\b`,
  ).exec(text);
  if (equal) {
    const [, outcome = ''] = equal;
    make('effect for none', true, `The groups did not differ in ${outcome}.`);
    make('effect for none', false, `${upper(outcome)} differed significantly between the groups.`);
    make('effect for none', true, `研究中两组的${outcome}无明显差异。`, 'zh');
    make('effect for none', false, `研究中两组的${outcome}有显著差异。`, 'zh');
  }
}

const opposites: { [word: string]: string } = {
  higher: 'lower',
  lower: 'higher',
  longer: 'shorter',
  shorter: 'longer',
  greater: 'smaller',
  more: 'less',
  less: 'more',
};

/** "X was higher in A than in B". */
export function editComparisons({ text }: Sentence, make: Make): void {
  const match =
    /^([A-Za-z][A-Za-z0-9' -]{3,60}?) (?:was|were) (?:significantly |also |much )?(higher|lower|longer|shorter|greater) (in|for|after|with|among) ([A-Za-z][A-Za-z0-9' -]{2,40}?) (?:than|compared with|compared to) (?:(?:in|for|after|with|among|that|those) ){0,2}([A-Za-z][A-Za-z0-9' -]{2,40}?)(?=[,.;(]|\s(?:and|but|at|for|during|when|after)\b)/.exec(
      text,
    );
  if (!match || /\bnot\b|\bno\b/.test(text)) return;
  const [, outcome = '', way = '', where = '', A = '', B = ''] = match;
  if (/\d/.test(A + B)) return;
  const turned = opposites[way] ?? '';
  make('comparison turned', true, `${upper(outcome)} was ${turned} ${where} ${B} than ${where} ${A}.`);
  make('comparison turned', false, `${upper(outcome)} was ${way} ${where} ${B} than ${where} ${A}.`);
  const zh: { [word: string]: string } = {
    higher: '高于',
    greater: '高于',
    lower: '低于',
    longer: '长于',
    shorter: '短于',
  };
  make('comparison turned', true, `研究者发现，${A}的${outcome}明显${zh[way]}${B}。`, 'zh');
  make('comparison turned', false, `研究者发现，${B}的${outcome}明显${zh[way]}${A}。`, 'zh');
}

/** Drugs of other classes than those they stand for. */
const drugs = ['atorvastatin', 'omeprazole', 'sitagliptin', 'amlodipine', 'rituximab', 'enalapril'];
const drug =
  /\b[a-z]{4,}(?:statin|prazole|gliptin|dipine|mab|pril|sartan|olol|formin|cillin|mycin|tinib|platin|taxel|parin|oxetine|azepam|asone|solone)\b/i;

/** Words that are exchanged where they stand. */
export function editWords({ text, figures }: Sentence, make: Make): void {
  const named = drug.exec(text)?.[0];
  if (named) {
    const other = drugs.find((each) => each.slice(-4) !== named.slice(-4).toLowerCase()) ?? '';
    const shortened = text.replace(/\s?[([][^()[\]]*[)\]]/g, '');
    make('drug replaced', true, shortened);
    make('drug replaced', false, shortened.replaceAll(named, other));
  }
  const bounded = /\b(?:at least|more than|less than|at most|up to|fewer than) (?=\d)/i.exec(text)?.[0];
  if (bounded && figures.length > 0 && !/(?:19|20)\d\d/.test(text)) {
    const [same, turned] = /least|more/i.test(bounded)
      ? ['no fewer than ', 'at most ']
      : ['not more than ', 'at least '];
    make('bound turned', true, text.replace(bounded, same));
    make('bound turned', false, text.replace(bounded, turned));
  }
  const hedged =
    /\b(?:may|might|could) (reduce|increase|improve|prevent|lead|cause|contribute|affect|influence|lower|play)\b/.exec(
      text,
    );
  if (hedged) make('hedge lost', false, text.replace(hedged[0], `${hedged[1]}s`));
  if (hedged) make('hedge lost', true, text.replace(hedged[0], `possibly ${hedged[1]}s`));
  const counted =
    /\b(\d{1,4}) (?:of|out of) (?:the )?(\d{2,5}) (patients|women|men|children|participants|subjects)\b(?!\s?\()/.exec(
      text,
    );
  if (counted && readMeasures(readText(text)).length <= 3) {
    const share = Math.round((100 * Number(counted[1])) / Number(counted[2]));
    if (share < 1 || share > 99) return;
    make('computed number', true, text.replace(counted[0], `${share}% of ${counted[3]}`));
    make(
      'computed number',
      false,
      text.replace(counted[0], `${share > 60 ? share - 17 : share + 17}% of ${counted[3]}`),
    );
  }
}

const lower = (text: string): string =>
  /^[A-Z][a-z]/.test(text) ? (text[0] ?? '').toLowerCase() + text.slice(1) : text;
const upper = (text: string): string => (text[0] ?? '').toUpperCase() + text.slice(1);
