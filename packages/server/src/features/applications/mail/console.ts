import type { MailTransport } from '../mail-delivery.ts';

/** Where no mail server is set: prints the mails for whoever tries the service out, and sends them to nobody. */
export function createConsoleTransport(print: (text: string) => void): MailTransport {
  return {
    async send({ recipient, subject, text }) {
      const rule = '-'.repeat(72);
      print(
        `${rule}\nNot sent, as CITEWELL_SMTP_URL is not set (未设置 CITEWELL_SMTP_URL，以下邮件未发送):\n\n` +
          `To: ${recipient}\nSubject: ${subject}\n\n${text}${rule}\n`,
      );
    },
    close() {},
  };
}
