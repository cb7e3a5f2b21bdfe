const LENGTH_MIN = 5;
/** Separators and label punctuation that people type in a tax ID; any other sign is there to hide something. */
const NOT_PLAIN = /[^\p{L}\p{M}\p{N}\s&.,:;/\\()'’\p{Pd}]/u;
/** Digits that a single check letter X needs beside it; fewer are the visible rest of a mask. */
const DIGITS_BESIDE_X_MIN = 7;

/**
 * True when part of a tax ID is hidden, as ledgers and people do to protect it: `XXX-XX-4410`, `***4410`, `••-•••4410`,
 * `12-34X6789`, `...44107`. A lone X that is a letter of the ID (`12345678X`, `X1234567L`) is not a mask.
 */
export function isMaskedTaxIdentifier(text: string): boolean {
  const sent = text.normalize("NFC").trim();
  if (NOT_PLAIN.test(sent) || /[.\p{Pd}]\s*[.\p{Pd}]/u.test(sent)) return true;
  const plain = lettersAndDigits(sent.normalize("NFKC"));
  if (!/\d/.test(plain)) return false;
  if (/([A-Z])\1\1/.test(plain) || /\dX+\d/.test(plain)) return true;
  const hidden = plain.replaceAll(/[^X]/g, "").length;
  return hidden > 1 || (hidden === 1 && plain.replaceAll(/\D/g, "").length < DIGITS_BESIDE_X_MIN);
}

/** A tax ID without spacing and punctuation; null when there is none, or only a masked one, which matches nothing. */
export function normalisedTaxIdentifier(text: string | null): string | null {
  if (text === null || isMaskedTaxIdentifier(text)) return null;
  const plain = lettersAndDigits(text.normalize("NFKC"));
  return plain === "" ? null : plain;
}

/**
 * A tax ID on which two contacts may be merged without asking (rule 22): whole, long enough, and not one
 * digit repeated, as people type who have none. Null otherwise.
 */
export function tellingTaxIdentifier(text: string | null): string | null {
  const plain = normalisedTaxIdentifier(text);
  return plain === null || plain.length < LENGTH_MIN || /^(.)\1*$/.test(plain) || !/\d/.test(plain) ? null : plain;
}

function lettersAndDigits(text: string): string {
  return text.toUpperCase().replaceAll(/[^A-Z0-9]/g, "");
}
