import { readFileSync, readdirSync } from 'node:fs';
import { hanTerms } from '@citewell/core/text/translate.ts';
import { planQuery } from './literature/query/plan-query.ts';
const rows = readFileSync('/work/shared/data/zh/zh-questions.dev.jsonl','utf8').trim().split('\n').map(l=>JSON.parse(l));
for (const r of rows) { const h = hanTerms(r.zh); console.log(h.map(t=>`${t.zh}${t.en===undefined?'?':t.general?'~':t.isSpoken?'s':''}`).join(' '), '|', planQuery({question:r.zh, history:[], years:{}, category: undefined, thisYear:2026}).subjects?.map(s=>s.name+':'+s.kind).join(', ')); }
const dir='/work/shared/data/zh/chineseblue/cMedQQ'; console.log(readdirSync(dir));
