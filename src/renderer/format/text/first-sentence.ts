/**
 * A text's first sentence and the rest. A stop after a short word, as in "Oak & Co. Ltd", may be a name's: a sentence ends after
 * a figure, a bracket or a longer word.
 */
export function firstSentence(text: string): readonly [first: string, rest: string] {
  const [, first, rest] = /^(.*?(?:[\d)”]|\p{L}{5})[.!?]) (?=\p{Lu})(.*)$/su.exec(text) ?? [];
  return first === undefined || rest === undefined ? [text, ""] : [first, rest];
}
