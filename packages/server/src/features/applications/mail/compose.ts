import type { Language } from '@citewell/sdk';
import type { MailContent } from '../../../accounting/applications/mail.ts';
import type { Compose } from '../mail-delivery.ts';
import { chinese } from './chinese.ts';
import { english } from './english.ts';
import type { Place, Templates, Words } from './templates.ts';

const languages: Record<Language, Templates> = { en: english, zh: chinese };

/** Returns the texts of every e-mail, with the addresses of the pages and the API. */
export function composeFor(publicUrl: string): Compose {
  const place: Place = {
    link: (page, token) => `${publicUrl}/apply/${page}?token=${token}`,
    api: `${publicUrl}/ai/api`,
  };
  return (content, language) => {
    const { subject, text } = write(languages[language], content, place);
    return { subject, text: `${text.join('\n')}\n` };
  };
}

function write(templates: Templates, content: MailContent, place: Place): Words {
  switch (content.kind) {
    case 'confirm':
      return templates.confirm(content, place);
    case 'key':
      return templates.key(content, place);
    case 'claim':
      return templates.claim(content, place);
    case 'rejected':
      return templates.rejected(content, place);
    case 'reissued':
      return templates.reissued(content, place);
  }
}
