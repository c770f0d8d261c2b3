import type { ClientFileSection } from "#contract/workspaces/client-file.ts";
import { ASSESSMENT_TABLES } from "#server/assurance/assessments/tenant-tables.ts";
import { CONTROL_TABLES } from "#server/assurance/controls/tenant-tables.ts";
import { EVIDENCE_TABLES } from "#server/assurance/evidence/tenant-tables.ts";
import { FINDING_TABLES } from "#server/assurance/findings/tenant-tables.ts";
import { FRAMEWORK_TABLES } from "#server/assurance/frameworks/tenant-tables.ts";
import { PACK_TABLES } from "#server/assurance/packs/tenant-tables.ts";
import { QUESTIONNAIRE_TABLES } from "#server/assurance/questionnaires/tenant-tables.ts";
import { REPORT_TABLES } from "#server/assurance/reports/tenant-tables.ts";
import { TASK_TABLES } from "#server/assurance/tasks/tenant-tables.ts";
import { UPLOAD_TABLES } from "#server/assurance/uploads/tenant-tables.ts";
import { ACCOUNT_TABLES } from "#server/identity/accounts/tenant-tables.ts";
import { NOTIFICATION_TABLES } from "#server/identity/notifications/tenant-tables.ts";
import { SIGN_ON_TABLES } from "#server/identity/sign-on/tenant-tables.ts";
import { WORKSPACE_TABLES } from "#server/identity/workspaces/tenant-tables.ts";
import { TICKET_TABLES } from "#server/integrations/tickets/tenant-tables.ts";
import { WEBHOOK_TABLES } from "#server/integrations/webhooks/tenant-tables.ts";
import type { Reading } from "#server/platform/db/row-reading.ts";
import type { TenantTables } from "#server/platform/tenancy/tenant-tables.ts";
import { WORD_TABLES } from "#server/platform/words/tenant-tables.ts";
import { SCAN_TABLES } from "#server/scanning/scans/tenant-tables.ts";
import { SCHEDULE_TABLES } from "#server/scanning/schedules/tenant-tables.ts";
import { TARGET_TABLES } from "#server/scanning/targets/tenant-tables.ts";

/** The tables of each domain, lowest first. */
export const TENANT_TABLES: readonly TenantTables[] = [
	WORD_TABLES,
	ACCOUNT_TABLES,
	WORKSPACE_TABLES,
	SIGN_ON_TABLES,
	NOTIFICATION_TABLES,
	TARGET_TABLES,
	SCAN_TABLES,
	SCHEDULE_TABLES,
	WEBHOOK_TABLES,
	TICKET_TABLES,
	UPLOAD_TABLES,
	FINDING_TABLES,
	EVIDENCE_TABLES,
	PACK_TABLES,
	CONTROL_TABLES,
	TASK_TABLES,
	REPORT_TABLES,
	FRAMEWORK_TABLES,
	QUESTIONNAIRE_TABLES,
	ASSESSMENT_TABLES,
];

/** How each list in a client’s file is read. */
export const CLIENT_FILE_READINGS: Readonly<Record<ClientFileSection, Reading>> = {
	...WORD_TABLES.readings,
	...SCAN_TABLES.readings,
	...SCHEDULE_TABLES.readings,
	...FINDING_TABLES.readings,
	...EVIDENCE_TABLES.readings,
	...CONTROL_TABLES.readings,
	...TASK_TABLES.readings,
	...REPORT_TABLES.readings,
	...FRAMEWORK_TABLES.readings,
	...QUESTIONNAIRE_TABLES.readings,
	...ASSESSMENT_TABLES.readings,
};
