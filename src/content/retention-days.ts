import { RETENTION_DAYS_DEFAULT } from "#src/config/retention.ts";

/** How long scans requested without an account are kept, in days: the server's setting when the pages were built. */
export const retentionDays = Number(import.meta.env.VITE_RETENTION_DAYS || RETENTION_DAYS_DEFAULT);
