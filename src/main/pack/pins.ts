interface SignOff {
  readonly withPin?: boolean | undefined;
}

/** How the signers of some sign-offs were identified. */
export interface Identified {
  /** Said once below them; null where there are none. */
  readonly note: string | null;
  /** Said behind each; empty where the note is true of all. */
  readonly mark: (signOff: SignOff) => string;
}

/** By the PIN that each entered, or by the computer account alone. */
export function identified(signOffs: readonly SignOff[]): Identified {
  const entered = signOffs.filter(({ withPin }) => withPin === true).length;
  const mark = () => "";
  if (signOffs.length === 0) return { note: null, mark };
  if (entered === signOffs.length) return { note: "A PIN was entered for each sign-off.", mark };
  if (entered === 0) return { note: "No PIN was entered to sign off. Signers are identified by the computer account only.", mark };
  return {
    note: "Where no PIN was entered, the signer is identified by the computer account only.",
    mark: ({ withPin }) => (withPin === true ? " (PIN entered)" : " (no PIN entered)"),
  };
}
