import type { ExactRequest, WriteJob } from "#shared/model/ledger/write.ts";
import { t } from "../../../language/t.ts";

/** A request as text, its body byte for byte. */
export function requestText({ method, path, query, headers, body }: ExactRequest): string {
  const search = new URLSearchParams(query).toString();
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [`${method} ${path}${search === "" ? "" : `?${search}`}`, ...head, "", body].join("\n").trimEnd();
}

/**
 * The details of a rejection for the ledger's administrator: the ledger's text, verbatim, and the request it
 * answers. Labels are added to the ids, never used instead of them.
 */
export function administratorText(job: Pick<WriteJob, "items" | "requests" | "failure" | "title">): string {
  const errors = job.items.flatMap((item) => (item.ledgerError === undefined ? [] : [{ item, error: item.ledgerError }]));
  const parts = errors.map(({ item, error }) => {
    const labels = (item.fieldLabels ?? []).map(({ id, label }) => `${id} = ${label}`);
    return [
      item.title,
      `${error.request}\nHTTP ${error.status}\n\n${error.body}`,
      ...(labels.length === 0 ? [] : [t("Fields named above:\n{labels}", { labels: labels.join("\n") })]),
    ].join("\n\n");
  });
  const own = job.failure?.ledgerError;
  const failure = own === undefined || errors.length > 0 ? [] : [`${own.request}\nHTTP ${own.status}\n\n${own.body}`];
  const requests = job.requests.map((request) => t("Request:\n\n{request}", { request: requestText(request) }));
  return [...(parts.length + failure.length === 0 ? [job.title] : []), ...parts, ...failure, ...requests].join("\n\n----\n\n");
}
