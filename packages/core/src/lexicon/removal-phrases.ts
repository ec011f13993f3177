/** Lists lay phrases for the removal of an organ: "gallbladder taken out", "remove a spleen". Articles and possessives are omitted. */
export function removalPhrases(organ: string): string[] {
  return [
    ...['removed', 'removal', 'taken out', 'out', 'cut out', 'gone', 'surgery', 'operation'].map(
      (said) => `${organ} ${said}`,
    ),
    ...[
      'removal of',
      'removing',
      'remove',
      'taking out',
      'take out',
      'took out',
      'cutting out',
      'loss of',
    ].map((said) => `${said} the ${organ}`),
    `operation on the ${organ}`,
    `without a ${organ}`,
  ];
}
