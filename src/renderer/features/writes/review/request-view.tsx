import type { ExactRequest } from "#shared/model/ledger/write.ts";
import { indentJson } from "../../../format/text/json-text.ts";
import { CopyButton } from "../../../ui/controls/copy-button.tsx";
import { IndentedText } from "../../../ui/layout/indented-text.tsx";
import { ScrollText } from "../../../ui/layout/scroll-area.tsx";
import { requestText } from "./request-text.ts";
import styles from "./request-view.module.css";

/** A request as it leaves: the token is added by the transport and is never shown. The body is indented for reading only. */
export function RequestView({ request, open = true }: { readonly request: ExactRequest; readonly open?: boolean }) {
  const query = new URLSearchParams(request.query).toString();
  return (
    <details className={styles.request} open={open}>
      <summary className={styles.summary}>
        <span className={styles.method}>{request.method}</span>
        <span className={styles.path}>
          {request.path}
          {query === "" ? "" : `?${query}`}
        </span>
      </summary>
      <div className={styles.bar}>
        <dl className={styles.headers}>
          {Object.entries(request.headers).map(([name, value]) => (
            <div key={name}>
              <dt>{name}:</dt> <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <CopyButton text={requestText(request)} />
      </div>
      {request.body === "" ? null : (
        <ScrollText className={styles.body}>
          <IndentedText text={indentJson(request.body)} />
        </ScrollText>
      )}
    </details>
  );
}
