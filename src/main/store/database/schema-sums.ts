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

/** What a month changes of what is open, in ten-thousandths. */
export interface AgingMonthRow {
  /** Kinds of payables are from 8 (see aging-sum-table.ts). */
  kind: number;
  /** 0: no contact. -1: everyone. */
  party_word: number;
  currency_word: number;
  /** 0: no entity is named. */
  entity_id_word: number;
  /** Decimals of the amounts, and above them those of the base amount. */
  scales: number;
  /** Its first day. */
  month: number;
  current: number;
  late_30: number;
  late_60: number;
  late_90: number;
  older: number;
  documents: number;
  base: number;
  without_base: number;
}

/** The same by days: code and change by turns (see aging-sums.ts). */
export interface AgingDayRow {
  kind: number;
  month: number;
  party_word: number;
  currency_word: number;
  entity_id_word: number;
  scales: number;
  steps: string;
}

/** What the sums of agings don't say. */
export interface AgingTouchedRow {
  rec_no: number;
  /** What the sums still say of it; null: nothing. */
  was: string | null;
  /** 1: its history isn't certain, so it is aged on its own. */
  one_by_one: number;
}
