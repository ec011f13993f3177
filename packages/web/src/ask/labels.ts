import { type DeviationType, sourceLabels, sourceNames, type TrustCard } from '@citewell/sdk';
import type { Text } from '../lib/language.tsx';

export type Design = NonNullable<TrustCard['design']>;

const designs: Record<Design, [en: string, zh: string]> = {
  meta_analysis: ['Meta-analysis', '荟萃分析'],
  systematic_review: ['Systematic review', '系统评价'],
  guideline: ['Guideline', '指南'],
  randomized_trial: ['Randomized trial', '随机对照试验'],
  clinical_trial: ['Clinical trial', '临床试验'],
  cohort: ['Cohort study', '队列研究'],
  case_control: ['Case–control study', '病例对照研究'],
  cross_sectional: ['Cross-sectional study', '横断面研究'],
  observational: ['Observational study', '观察性研究'],
  case_report: ['Case report', '病例报告'],
  review: ['Review', '综述'],
  protocol: ['Protocol', '研究方案'],
  opinion: ['Opinion', '评论'],
  animal: ['Animal study', '动物实验'],
  in_vitro: ['In vitro', '细胞实验'],
};

export function designLabel(design: Design, t: Text): string {
  return t(...designs[design]);
}

/** Labels the source that a tool searches, "pubmed_search", or a source by its own name, "pubmed". */
export function sourceLabel(tool: string, t: Text): string {
  const name = sourceNames.find((each) => tool.toLowerCase().includes(each));
  return name ? t(sourceLabels[name].en.title, sourceLabels[name].zh.title) : tool;
}

const deviations: Record<DeviationType, [en: string, zh: string]> = {
  numeric: ['Number differs', '数值不符'],
  unit: ['Unit differs', '单位不符'],
  direction: ['Opposite direction', '方向相反'],
  negation: ['Negation', '否定关系不符'],
  comparator: ['Comparison reversed', '比较对象颠倒'],
  context: ['Different population or setting', '人群或情境不符'],
  over_extrapolation: ['Overgeneralization', '过度外推'],
  causality: ['Association stated as causation', '将关联表述为因果'],
  design: ['Different study design', '研究设计不符'],
  secondary_source: ['Secondary source', '二次来源'],
  unsupported: ['Not supported by the abstract', '摘要中无依据'],
};

export function deviationLabel(type: DeviationType, t: Text): string {
  return t(...(deviations[type] ?? [type, type]));
}

const endpointNames: Record<string, [en: string, zh: string]> = {
  ask: ['Question', '问答'],
  ask_stream: ['Question (streamed)', '问答（流式）'],
  expert: ['Review', '综述'],
  expert_stream: ['Review (streamed)', '综述（流式）'],
  factcheck_verify: ['Citation check', '引文核查'],
  polish: ['Polishing', '润色'],
  local_advanced_search: ['Library search', '文献库检索'],
  avatar_chat: ['Chat', '对话'],
};

export function endpointLabel(endpoint: string, t: Text): string {
  const names = endpointNames[endpoint];
  return names ? t(...names) : endpoint;
}

const outcomeNames: Record<string, [en: string, zh: string]> = {
  ok: ['Completed', '完成'],
  client_disconnected: ['Stopped by you', '已停止'],
  not_found: ['No article or abstract', '未找到文献或摘要'],
  upstream_error: ['An external service failed', '外部服务故障'],
  insufficient_balance: ['Balance ran out', '余额不足'],
  key_disabled: ['Key disabled', '密钥停用'],
  deadline: ['Timed out', '超时'],
  internal_error: ['Internal error', '服务内部错误'],
  interrupted: ['Interrupted', '异常中断'],
};

export function outcomeLabel(outcome: string | null, t: Text): string {
  if (outcome === null) return t('Running', '运行中');
  const names = outcomeNames[outcome];
  return names ? t(...names) : outcome;
}

const moduleNames: Record<string, [en: string, zh: string]> = {
  ask_agent: ['Questions, search, polishing', '问答、检索、润色'],
  expert_agent: ['Reviews', '综述'],
  factcheck: ['Citation check', '引文核查'],
};

export function moduleLabel(module: string, t: Text): string {
  const names = moduleNames[module];
  return names ? t(...names) : module;
}
