import { RETENTION_DAYS_DEFAULT } from "#src/config/retention.ts";

/** How long scans asked for without an account are kept here, in days: the server's setting when the pages were built. */
export const retentionDays = Number(import.meta.env.VITE_RETENTION_DAYS || RETENTION_DAYS_DEFAULT);
