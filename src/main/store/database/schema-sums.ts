/** Row types of the tables of sums that triggers keep. */
export interface PostingSumRow {
  origin: number;
  /** 1: of a month, under its first day. */
  monthly: number;
  day: number;
  /** 0: no account is known. */
  account_word: number;
  /** 0: no entity is named. */
  entity_id_word: number;
  postings: number;
  oversize: number;
  /** An amount is its high half times 2^32, plus its low half. */
  net_high: number;
  net_low: number;
  debit_high: number;
  debit_low: number;
}

/** Deleted documents are counted too. */
export interface DocumentSumRow {
  /** 1: of a month, under its first day. */
  monthly: number;
  day: number;
  type: number;
  status: number;
  currency_word: number;
  documents: number;
  oversize: number;
  total_high: number;
  total_low: number;
  outstanding_high: number;
  outstanding_low: number;
}
