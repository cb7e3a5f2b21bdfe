import { today } from "../../api/clock.ts";
import { t } from "../../language/t.ts";
import { PathField } from "../../ui/fields/path-field.tsx";
import styles from "./settings-page.module.css";

interface SealedFieldsProps {
  /** Tells the fields of two forms apart. */
  readonly name: string;
  /** The file is made now: the passphrase is chosen, not remembered. */
  readonly isNew?: boolean;
  readonly path: string;
  readonly passphrase: string;
  readonly onPath: (path: string) => void;
  readonly onPassphrase: (passphrase: string) => void;
}

/** The path of an encrypted file, and its passphrase. */
export function SealedFields({ name, isNew = false, path, passphrase, onPath, onPassphrase }: SealedFieldsProps) {
  return (
    <div className={styles.sealed}>
      <PathField
        label={isNew ? t("Save bundle to") : t("Bundle to import")}
        path={path}
        placeholder={isNew ? t("Bundle location") : t("Bundle to import")}
        question={
          isNew
            ? { kind: "save_file", title: t("Save a bundle"), name: `${today()}.tieout-review`, extensions: ["tieout-review"] }
            : { kind: "open_file", title: t("Import a bundle"), extensions: ["tieout-review"] }
        }
        onPath={onPath}
      />
      <div className={styles.passphrase}>
        <input
          className={styles.input}
          type="password"
          aria-label={t("Passphrase")}
          aria-describedby={isNew ? `${name}-length` : undefined}
          autoComplete={isNew ? "new-password" : "off"}
          placeholder={t("Passphrase")}
          value={passphrase}
          onChange={(event) => onPassphrase(event.target.value)}
        />
        {isNew ? (
          <span id={`${name}-length`} className={styles.quiet}>
            {t("At least 10 characters")}
          </span>
        ) : null}
      </div>
    </div>
  );
}
