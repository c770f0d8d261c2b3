import { ACCOUNT_OPERATIONS } from "./accounts/account-operations.ts";
import { NOTIFICATION_OPERATIONS } from "./accounts/notification-operations.ts";
import { PASSKEY_OPERATIONS } from "./accounts/passkey-operations.ts";
import { PROOF_OPERATIONS } from "./accounts/proof-operations.ts";
import { SECOND_FACTOR_OPERATIONS } from "./accounts/second-factor-operations.ts";
import { ASSESSMENT_OPERATIONS } from "./assessments/assessment-operations.ts";
import { RESPOND_OPERATIONS } from "./assessments/respond-operations.ts";
import { CONTROL_OPERATIONS } from "./controls/control-operations.ts";
import { EVIDENCE_OPERATIONS } from "./evidence/evidence-operations.ts";
import { ASSET_OPERATIONS } from "./findings/asset-operations.ts";
import { FINDING_OPERATIONS } from "./findings/finding-operations.ts";
import { BUNDLE_OPERATIONS } from "./frameworks/bundle-operations.ts";
import { FRAMEWORK_OPERATIONS } from "./frameworks/framework-operations.ts";
import { OWN_FRAMEWORK_OPERATIONS } from "./frameworks/own-framework-operations.ts";
import type { Operation } from "./operation.ts";
import { OPERATOR_OPERATIONS } from "./operator/operator-operations.ts";
import { QUESTIONNAIRE_OPERATIONS } from "./questionnaires/questionnaire-operations.ts";
import { REPORT_OPERATIONS } from "./reports/report-operations.ts";
import { OUTBOX_OPERATIONS } from "./requests/outbox-operations.ts";
import { ENGINE_OPERATIONS } from "./scans/engine-operations.ts";
import { SCAN_OPERATIONS } from "./scans/scan-operations.ts";
import { SCHEDULE_OPERATIONS } from "./scans/schedule-operations.ts";
import { TARGET_OPERATIONS } from "./scans/target-operations.ts";
import { SERVER_OPERATIONS } from "./server-operations.ts";
import { SIGN_ON_OPERATIONS } from "./sign-on/sign-on-operations.ts";
import { SITE_OPERATIONS } from "./site/site-operations.ts";
import { TASK_OPERATIONS } from "./tasks/task-operations.ts";
import { TICKET_OPERATIONS } from "./tickets/ticket-operations.ts";
import { TOKEN_OPERATIONS } from "./tokens/token-operations.ts";
import { WEBHOOK_OPERATIONS } from "./webhooks/webhook-operations.ts";
import { AUDIT_OPERATIONS } from "./workspaces/audit-operations.ts";
import { CLIENT_OPERATIONS } from "./workspaces/client-operations.ts";
import { PEOPLE_OPERATIONS } from "./workspaces/people-operations.ts";
import { SAMPLE_OPERATIONS } from "./workspaces/sample-operations.ts";

/** Every call of the API: each area’s operations, in the order of the API page. */
export const OPERATIONS = {
	...SCAN_OPERATIONS,
	...SCHEDULE_OPERATIONS,
	...ENGINE_OPERATIONS,
	...OUTBOX_OPERATIONS,
	...TARGET_OPERATIONS,
	...FINDING_OPERATIONS,
	...ASSET_OPERATIONS,
	...REPORT_OPERATIONS,
	...SITE_OPERATIONS,
	...NOTIFICATION_OPERATIONS,
	...ACCOUNT_OPERATIONS,
	...EVIDENCE_OPERATIONS,
	...FRAMEWORK_OPERATIONS,
	...OWN_FRAMEWORK_OPERATIONS,
	...BUNDLE_OPERATIONS,
	...CONTROL_OPERATIONS,
	...TASK_OPERATIONS,
	...ASSESSMENT_OPERATIONS,
	...RESPOND_OPERATIONS,
	...QUESTIONNAIRE_OPERATIONS,
	...PEOPLE_OPERATIONS,
	...SIGN_ON_OPERATIONS,
	...CLIENT_OPERATIONS,
	...SAMPLE_OPERATIONS,
	...AUDIT_OPERATIONS,
	...SECOND_FACTOR_OPERATIONS,
	...PASSKEY_OPERATIONS,
	...PROOF_OPERATIONS,
	...TOKEN_OPERATIONS,
	...WEBHOOK_OPERATIONS,
	...TICKET_OPERATIONS,
	...OPERATOR_OPERATIONS,
	...SERVER_OPERATIONS,
} as const satisfies Record<string, Operation>;

export type OperationName = keyof typeof OPERATIONS;
