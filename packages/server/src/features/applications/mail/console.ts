import type { MailTransport } from '../mail-delivery.ts';

/** Creates the transport for installations without a mail server, which prints mails instead of sending them. */
export function createConsoleTransport(print: (text: string) => void): MailTransport {
  return {
    async send({ recipient, subject, text }) {
      const rule = '-'.repeat(72);
      print(
        `${rule}\nNot sent, because CITEWELL_SMTP_URL is not set (未设置 CITEWELL_SMTP_URL，以下邮件未发送):\n\n` +
          `To: ${recipient}\nSubject: ${subject}\n\n${text}${rule}\n`,
      );
    },
    close() {},
  };
}
