import type { LedgerResponse } from "#main/ledgers/adapter.ts";
import type { Failure, LedgerError } from "#shared/model/ledger/failure.ts";
import { ledgerLabel } from "#shared/model/ledger/ledger-label.ts";
import { requestLine, withoutSecrets } from "./redact.ts";
import { type Attempt, isNoData } from "./retry.ts";
import type { Sending, SendOutcome } from "./sending.ts";

type Answered = Extract<Attempt, { kind: "answered" }>;

/** Rule 30 keeps the ledger's words; a page of HTML is cut here. */
const LONGEST_BODY = 65_536;

export const cancelled: SendOutcome = { kind: "cancelled" };

/** No token, hence nothing sent. */
export function tokenOutcome(failure: Failure): SendOutcome {
  if (failure.code === "needs_sign_in") return { kind: "needs_sign_in", failure };
  if (failure.code === "ledger_unreachable") return { kind: "unreachable", failure };
  return { kind: "failed", failure };
}

/** The ledger answered, and the answer is no. */
export function refused(sending: Sending, { response, verdict }: Answered, token: string): SendOutcome {
  const ledgerError = rawAnswer(sending, response, token);
  const label = ledgerLabel(sending.connection.system);
  if (verdict.kind === "reauthorize") {
    const message = `${label} rejected the sign-in.`;
    const next = sending.connection.auth.whenRefused ?? { next: "Reconnect to the ledger." };
    return { kind: "needs_sign_in", failure: { code: "needs_sign_in", message, ...next, ledgerError } };
  }
  const said = "message" in verdict ? withoutSecrets(verdict.message, [token]) : `status ${response.status}`;
  if (verdict.kind === "conflict") {
    // The ledger gave no reason: the message says all that is known.
    const message = verdict.isFallback === true ? `The record was changed in ${label}.` : `The record was changed in ${label}: ${said}`;
    return {
      kind: "rejected",
      verdict,
      failure: { code: "conflict", message, next: "Sync, review the current record, then try again.", ledgerError },
    };
  }
  if (isNoData(verdict)) {
    const message = `${label} couldn't be read: ${said}.`;
    return {
      kind: "rejected",
      verdict,
      failure: {
        code: "ledger_unreadable",
        message,
        next: "Open any web page to see whether your network asks you to sign in. If it doesn't, check the client's API address, in the connection file or under Technical details on the Connection screen.",
        ledgerError,
      },
    };
  }
  // Tieout's own words are never quoted as the ledger's.
  const isQuote = "message" in verdict && verdict.isFallback !== true;
  return {
    kind: "rejected",
    verdict,
    failure: {
      code: "ledger_rejected",
      message: `${label} rejected the request: ${said}`,
      ledgerError: isQuote ? { ...ledgerError, said } : ledgerError,
    },
  };
}

/** All tries are used up. */
export function gaveUp(sending: Sending, attempt: Attempt, token: string): SendOutcome {
  const label = ledgerLabel(sending.connection.system);
  const isUpdate = sending.options.lane === "write";
  if (attempt.kind === "no_answer") {
    const next = isUpdate
      ? "Check your internet connection."
      : "Check your internet connection. The next sync continues where the last one stopped.";
    const detail = attempt.reason;
    return { kind: "unreachable", failure: { code: "ledger_unreachable", message: `${label} isn't answering.`, next, detail } };
  }
  const message = `${label} keeps answering with an error.`;
  const next = isUpdate
    ? "The ledger may be down or busy."
    : "The ledger may be down or busy. The next sync continues where the last one stopped.";
  const ledgerError = rawAnswer(sending, attempt.response, token);
  return { kind: "unreachable", failure: { code: "ledger_unreachable", message, next, ledgerError } };
}

/** A write left, and whether it was applied is not known. */
export function noAnswerToWrite(sending: Sending, attempt: Attempt, token: string): SendOutcome {
  const what = attempt.kind === "no_answer" ? "didn't answer" : "answered with an error";
  const failure: Failure = {
    code: "ledger_unreachable",
    message: `${ledgerLabel(sending.connection.system)} ${what}, so Tieout doesn't know whether the update was posted.`,
    next: "Tieout resends the update or looks for it in the ledger, and never posts it twice.",
    ...(attempt.kind === "answered" ? { ledgerError: rawAnswer(sending, attempt.response, token) } : { detail: attempt.reason }),
  };
  return { kind: "ambiguous", failure };
}

function rawAnswer({ request }: Sending, response: LedgerResponse, token: string): LedgerError {
  const body = new TextDecoder().decode(response.body.subarray(0, LONGEST_BODY));
  return { status: response.status, body: withoutSecrets(body, [token]), request: requestLine(request) };
}
