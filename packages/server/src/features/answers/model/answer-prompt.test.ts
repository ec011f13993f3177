import { describe, it } from 'node:test';
import { boundary, comparePrompt } from '../../../testing/app/prompt-snapshot.ts';
import { writeInputs } from '../../../testing/app/write-inputs.ts';
import { answerPrompt } from './answer-prompt.ts';
import { imagePrompt } from './image-prompt.ts';

for (const language of ['en', 'zh'] as const)
  describe(`prompts in ${language}`, () => {
    it('answer', (t) => {
      const { question, passages } = writeInputs[language];
      comparePrompt(t, answerPrompt({ question, history: [], language, passages, attachment: [] }, boundary));
    });
    it('answer with history, attachment and image', (t) => {
      comparePrompt(t, answerPrompt(writeInputs[language], boundary));
    });
    it('answer from an attachment alone', (t) => {
      comparePrompt(t, answerPrompt({ ...writeInputs[language], passages: [], history: [] }, boundary));
    });
    it('image', (t) => {
      const images = [{ mediaType: 'image/png' as const, base64: 'AAAA' }];
      comparePrompt(t, imagePrompt({ question: writeInputs[language].question, language, images }, boundary));
    });
  });
