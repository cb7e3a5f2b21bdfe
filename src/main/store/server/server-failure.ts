import type { Failure } from "#shared/model/ledger/failure.ts";

/** Raised by Tieout's own functions in the database; `detail` is what the sentence needs. */
const REFUSALS: Readonly<Record<string, (detail: string, message: string) => Failure>> = {
  TO001: () => ({
    code: "server_refused",
    message: "This computer isn't part of the firm, or was removed from it.",
    next: "Ask an administrator of the firm for an invitation. You can still read what's on this computer.",
  }),
  TO002: (who, message) => ({
    code: "not_allowed",
    message: `This ${message.replace(/^needs the role (\w+)$/, "requires the $1 role").replace("admin role", "administrator role")}.`,
    next: who === "" ? "Ask an administrator of the firm." : `These people can do it: ${who}.`,
  }),
  TO003: () => ({
    code: "not_allowed",
    message: "You aren't assigned to this client.",
    next: "Ask an administrator of the firm to assign you to this client.",
  }),
  TO004: () => ({
    code: "not_found",
    message: "The code is wrong, or the invitation was already used or has expired.",
    field: "code",
    next: "Check the code, or ask an administrator for a new invitation.",
  }),
  TO005: () => ({
    code: "lease_lost",
    message: "Another computer has taken over syncing this client, so this step wasn't saved.",
    next: "No action is needed. The other computer continues.",
  }),
  TO006: () => ({ code: "not_found", message: "This client, person or computer isn't on the firm's server." }),
  TO007: () => ({
    code: "conflict",
    message: "A firm needs at least one administrator.",
    next: "Make another person an administrator first.",
  }),
  TO008: () => ({ code: "conflict", message: "Another computer renewed this sign-in at the same time.", next: "Try again." }),
  TO009: (_, message) => ({ code: "invalid_input", message: `The firm's server rejected this: ${message}.` }),
  TO010: () => ({ code: "not_allowed", message: "The record is in another person's name. Only that person's computer can send it." }),
  TO011: () => ({ code: "not_allowed", message: "The role on this sign-off doesn't match the record that it signs." }),
  TO012: () => ({
    code: "conflict",
    message: "You've already signed off in the other role, and one person can't be both preparer and reviewer.",
    next: "Ask a colleague to sign off.",
  }),
  TO013: () => ({
    code: "not_allowed",
    message: "This computer's earlier records were already moved to the firm's server.",
  }),
};

const UNREACHABLE =
  /^(?:08\d\d\w|57P0[1-5]|ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EPIPE|EHOSTUNREACH|ENETUNREACH|ENETDOWN|EHOSTDOWN)$/;
const CERTIFICATE = /^(?:CERT_|ERR_TLS|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|HOSTNAME_MISMATCH|CRL_)/;
// What the driver says without a code.
const LOST =
  /Connection terminated|connection ended|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error/i;

interface Said {
  readonly code?: unknown;
  readonly detail?: unknown;
  readonly message?: unknown;
  readonly cause?: unknown;
}

/**
 * What an error of the connection or the database means for people, by its code alone.
 * @returns null for a defect of ours, such as a statement that is wrong
 */
export function serverFailure(error: unknown): Failure | null {
  const { code: raw, detail, message: said } = (error ?? {}) as Said;
  const code = typeof raw === "string" ? raw : "";
  const message = typeof said === "string" ? said : "";
  const own = REFUSALS[code];
  if (own !== undefined) return own(typeof detail === "string" ? detail : "", message);
  if (UNREACHABLE.test(code) || (code === "" && LOST.test(message))) return unreachable(code);
  if (CERTIFICATE.test(code)) return certificate(code);
  if (/does not support SSL/.test(message)) return noTls();
  return ofState(code, message);
}

function ofState(code: string, message: string): Failure | null {
  switch (code) {
    case "28P01":
    case "28000":
      return {
        code: "server_refused",
        message: "The firm's server rejected this computer's login.",
        next: "An administrator may have removed this computer. Ask one for a new invitation. You can keep working offline.",
      };
    case "3D000":
      return { code: "not_found", message: "The server doesn't have a database with this name.", field: "url" };
    case "53100":
      return {
        code: "disk_full",
        message: "The disk of the firm's server is full, so nothing new can be saved there. Nothing is lost.",
        next: "Ask the server's administrator to free space. Your work stays on this computer and is sent when there is room.",
      };
    case "53300":
    case "53200":
    case "55P03":
    case "40001":
    case "40P01":
      return { code: "busy", message: "The firm's server is busy.", next: "Tieout tries again in a moment." };
    case "25006":
      return {
        ...unreachable(code),
        message: "The firm's server is read-only at the moment. This happens while another server takes over.",
      };
    case "42501":
      return {
        code: "not_allowed",
        message: "The firm's server doesn't allow this.",
        next: /^permission denied to create role|^must have CREATEROLE/.test(message)
          ? "The owner of the firm's database needs the right to create roles (CREATEROLE)."
          : "Ask an administrator of the firm.",
      };
    // Half a character, such as a part of an emoji, is JSON here and not there.
    case "22P02":
    case "22P05":
      return {
        code: "invalid_input",
        message: "The text has a character that the firm's server can't store.",
        next: "Enter it again without emoji or other special symbols.",
      };
    case "23503":
      return { code: "not_found", message: "This record isn't on the firm's server." };
    default:
      return null;
  }
}

function unreachable(code: string): Failure {
  return {
    code: "server_unreachable",
    message: `The firm's server can't be reached${code === "" ? "" : ` (${code})`}.`,
    next: "You can keep working. Your changes are sent once the server can be reached.",
  };
}

function certificate(code: string): Failure {
  const why = code === "CERT_HAS_EXPIRED" ? "has expired" : code === "CERT_NOT_YET_VALID" ? "isn't valid yet" : "can't be verified";
  return {
    code: "server_certificate",
    message: `The certificate of the firm's server ${why} (${code}), so nothing was sent to it.`,
    next:
      code === "CERT_NOT_YET_VALID" || code === "CERT_HAS_EXPIRED"
        ? "Check this computer's clock. If it's right, ask the server's administrator to replace the server's certificate. You can keep working offline."
        : "Ask the server's administrator to check the server's name and certificate, and which certificate authority to use. You can keep working offline.",
  };
}

function noTls(): Failure {
  return {
    code: "server_certificate",
    message: "The firm's server doesn't offer an encrypted connection, so nothing was sent to it.",
    next: "Ask the server's administrator to turn on TLS.",
  };
}
