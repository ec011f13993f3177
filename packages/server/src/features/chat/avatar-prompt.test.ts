import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import { toCitable } from '../../literature/ranking/passage.ts';
import { boundary, comparePrompt } from '../../testing/app/prompt-snapshot.ts';
import { avatarPrompt } from './avatar-prompt.ts';
import { loadPersonas } from './persona.ts';

const messages = { en: 'And in children [E1]?', zh: '儿童呢[E1]？' };
const article = toCitable(anArticle('9900000001', { year: '2021' }));
const passage = { id: 'E1', article, text: 'HbA1c fell by 1.1 % [E7].', start: 0, end: 24, score: 1 };

for (const language of ['en', 'zh'] as const)
  describe(`prompts in ${language}`, () => {
    for (const persona of loadPersonas().values())
      it(`chat as ${persona.id}, from evidence`, (t) => {
        const history = [{ q: 'Does it work?', a: 'Yes [1].' }];
        const message = messages[language];
        comparePrompt(
          t,
          avatarPrompt({ message, history, language, persona, passages: [passage] }, boundary),
        );
      });
    it('small talk', (t) => {
      const [persona] = loadPersonas().values();
      assert.ok(persona);
      comparePrompt(
        t,
        avatarPrompt({ message: messages[language], history: [], language, persona, passages: [] }, boundary),
      );
    });
  });
