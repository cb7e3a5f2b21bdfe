import { useState } from "react";
import { useHashLocation } from "wouter/use-hash-location";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { CallFailure } from "../../../api/call-failure.ts";
import { call } from "../../../api/client.ts";
import { t } from "../../../language/t.ts";
import { useCoreQuery } from "../../../state/core/core-query.ts";
import { announce } from "../../../state/window/announcements.ts";
import textStyles from "../../../styles/text.module.css";
import { Button, ButtonLink } from "../../../ui/controls/button.tsx";
import { FailureNote } from "../../../ui/feedback/failure-message.tsx";
import { FileHelp } from "./file-help.tsx";
import styles from "./file-page.module.css";

/** Names a client and connects its ledger from a connection file. With an id, the client is there already. */
export function FilePage({ clientId }: { readonly clientId: string | null }) {
  const list = useCoreQuery("clients.list", {});
  const known = list.data?.rows.find((row) => row.clientId === clientId);
  const form = useConnectForm(clientId);
  const failure = form.failure;
  const nameFails = failure?.field === "name" && form.step === "client";
  const fileFails = failure !== null && !nameFails;
  return (
    <div className={styles.page}>
      <div className={styles.inside}>
        <form
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault();
            void form.submit();
          }}
        >
          <h1>
            {known === undefined ? t("Connect with a connection file") : t("Connect {name} with a connection file", { name: known.name })}
          </h1>
          {known === undefined ? <NameField form={form} failure={nameFails ? failure : null} /> : null}
          <FileField form={form} fails={fileFails} />
          {fileFails ? (
            <div id="file-failure">
              <FailureNote failure={failure}>
                {failure.field === undefined || failure.field === "file" ? null : <p>{t("Field: {field}", { field: failure.field })}</p>}
              </FailureNote>
            </div>
          ) : null}
          <div className={styles.acts}>
            <Button needs="preparer" kind="primary" type="submit" disabled={form.busy}>
              {form.busy ? t("Connecting…") : t("Connect")}
            </Button>
            <ButtonLink href={clientId === null ? "#/connect" : `#/connect/${encodeURIComponent(clientId)}`}>{t("Back")}</ButtonLink>
          </div>
        </form>
        <FileHelp onExample={form.setFile} />
      </div>
    </div>
  );
}

type ConnectForm = ReturnType<typeof useConnectForm>;

function NameField({ form, failure }: { readonly form: ConnectForm; readonly failure: Failure | null }) {
  const nameFails = failure !== null;
  return (
    <div className={styles.field}>
      <label htmlFor="client-name">{t("Client name")}</label>
      <input
        id="client-name"
        className={styles.input}
        value={form.name}
        aria-invalid={nameFails}
        aria-describedby={nameFails ? "name-failure" : undefined}
        // Once the client exists only its connection is tried again.
        readOnly={form.addedId !== null}
        onChange={(event) => form.setName(event.target.value)}
      />
      {failure !== null ? (
        <p id="name-failure" className={textStyles.failed}>
          {failure.message} {failure.next}
        </p>
      ) : null}
    </div>
  );
}

function FileField({ form, fails: fileFails }: { readonly form: ConnectForm; readonly fails: boolean }) {
  return (
    <div className={styles.field}>
      <div className={styles.labelLine}>
        <label htmlFor="connection-text">{t("Connection file (JSON text)")}</label>
        <FilePicker onText={form.setFile} />
      </div>
      <textarea
        id="connection-text"
        className={styles.text}
        rows={16}
        spellCheck={false}
        value={form.file}
        aria-invalid={fileFails}
        aria-describedby={fileFails ? "file-failure" : undefined}
        placeholder={t("Paste the file's text here, or choose a file")}
        onChange={(event) => form.setFile(event.target.value)}
      />
    </div>
  );
}

function FilePicker({ onText }: { readonly onText: (text: string) => void }) {
  return (
    <label className={styles.picker}>
      {t("Choose a file…")}
      <input
        type="file"
        accept=".json,application/json"
        onChange={(event) => {
          const file = event.target.files?.[0];
          if (file !== undefined) void file.text().then(onText);
          event.target.value = "";
        }}
      />
    </label>
  );
}

/** The form's state. The client is added first, its connection next; a failed connection can be tried again alone. */
function useConnectForm(clientId: string | null) {
  const [, navigate] = useHashLocation();
  const [name, setName] = useState("");
  const [file, setFile] = useState("");
  const [addedId, setAddedId] = useState<string | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [step, setStep] = useState<"client" | "connection">("client");
  const [busy, setBusy] = useState(false);

  const connect = async (): Promise<void> => {
    let id = clientId ?? addedId;
    if (id === null) {
      setStep("client");
      id = (await call("clients.add", { name })).clientId;
      setAddedId(id);
    }
    setStep("connection");
    const connection = await call("connections.add", { clientId: id, file });
    announce(t("{ledger} is connected.", { ledger: connection.ledger }));
    // On to what was found and what the first read costs.
    navigate(`/connect/${encodeURIComponent(id)}`);
  };
  const submit = async (): Promise<void> => {
    const early = checkForm(clientId !== null || addedId !== null ? "-" : name, file);
    setFailure(early);
    if (early !== null) return setStep(early.field === "name" ? "client" : "connection");
    setBusy(true);
    try {
      await connect();
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error;
      setFailure(error.failure);
    } finally {
      setBusy(false);
    }
  };
  return { name, setName, file, setFile, addedId, failure, step, busy, submit };
}

/** What can be said before anything is sent, so that a slip leaves no client without a ledger behind. */
function checkForm(name: string, file: string): Failure | null {
  if (name.trim() === "") return { code: "invalid_input", message: t("Enter the client's name."), field: "name" };
  if (file.trim() === "") return { code: "invalid_input", message: t("Paste or choose a connection file."), field: "file" };
  try {
    JSON.parse(file);
    return null;
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    return {
      code: "invalid_input",
      message: t("Tieout can't read the connection file ({reason}).", { reason: words }),
      field: "file",
      next: t("Correct the JSON text and try again."),
    };
  }
}
