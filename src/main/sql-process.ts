/** The process that answers one question in SQL and ends: it can be stopped at any moment, whatever it is looking for. */
import { serveSql } from "./workers/sql/serve-sql.ts";

serveSql();
