import { today } from "../../api/clock.ts";
import { t } from "../../language/t.ts";
import layout from "../../styles/layout.module.css";
import text from "../../styles/text.module.css";
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
      <div className={styles.file}>
        <label className={text.label} htmlFor={`${name}-path`}>
          {isNew ? t("Save bundle to") : t("Bundle to import")}
        </label>
        <div className={layout.line}>
          <PathField
            id={`${name}-path`}
            path={path}
            placeholder={t("Bundle location")}
            question={
              isNew
                ? { kind: "save_file", title: t("Save a bundle"), name: `${today()}.tieout-review`, extensions: ["tieout-review"] }
                : { kind: "open_file", title: t("Import a bundle"), extensions: ["tieout-review"] }
            }
            onPath={onPath}
          />
        </div>
      </div>
      <div className={styles.passphrase}>
        <label className={text.label} htmlFor={`${name}-passphrase`}>
          {t("Passphrase")}
        </label>
        <input
          id={`${name}-passphrase`}
          className={styles.input}
          type="password"
          aria-describedby={isNew ? `${name}-length` : undefined}
          autoComplete={isNew ? "new-password" : "off"}
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
