/** Phrases for those who took part in the caller's study: "in our trial of 90 adults with gout,", "we followed 90 adults with gout for". */
const ofStudy =
  /\b(?:our|this|the present)\s(?:[\w-]{1,20}\s){0,5}?(?:trial|study|cohort|registry|survey|sample)\s(?:of|in|on|among)\s([^,;.()]{3,120}),|\b(?:among|in|we (?:randomi[sz]ed|randomly assigned|followed|studied|enrolled|included|recruited))\s(?:the\s|our\s|a total of\s)?(\d[^,;.()]{3,120}?)(?:,|\.|;|\s(?:to|for|who|between)\s)|(?:纳入|选取|入选|随访|在本研究的|在我们的)了?\s?(\d[^，。；（()]{2,40}?)(?:[，。；（(]|的随机|的队列|中|$)/gi;

/** Finds the phrases for the participants of the caller's study, whose findings are all of them. */
export function participantsIn(text: string): string[] {
  // "5,200" has no comma that ends a phrase.
  const plain = text.replace(/(?<=\d),(?=\d{3}(?!\d))/g, '');
  return [...plain.matchAll(ofStudy)].flatMap(([, ...phrases]) =>
    phrases.filter((each) => each !== undefined),
  );
}
