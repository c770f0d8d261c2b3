import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { FullAccount } from "./full-account.ts";

/** The address of a built page's file. */
const addressOf = (file: string) => `/${file.replace(/(^|\/)index\.html$|\.html$/, "")}`;

/** Every address with its own document, as the build has written them from the route table; without the dashboard's shell. */
const documents = (): string[] =>
	readdirSync(join(import.meta.dirname, "../../dist"), { recursive: true, encoding: "utf8" })
		.filter((file) => file.endsWith(".html"))
		.map(addressOf)
		.filter((path) => path !== "/dashboard/shell")
		.toSorted();

/** What the addresses of the dashboard's screens may also contain: tabs, filters, old anchors, and pages without a document. */
const WITH_STATE = [
	"/dashboard/nope",
	"/dashboard/scans?tab=history",
	"/dashboard/scans?tab=scheduled",
	"/dashboard/scans?tab=history&severity=high&q=example",
	"/dashboard/vulnerabilities?state=all",
	"/dashboard/vulnerabilities?state=fixed&severity=high&q=tls",
	"/dashboard/evidence?tab=unlinked",
	"/dashboard/evidence?tab=linked&q=door",
	"/dashboard/evidence?method=automatic&freshness=current",
	"/dashboard/compliance/iso-27001",
	"/dashboard/compliance/iso-27001?requirement=A.8.24",
	"/dashboard/compliance/iso-27001?tab=effectiveness",
	"/dashboard/compliance/iso-27001?tab=about",
	"/dashboard/compliance/nope",
	"/dashboard/controls?tab=evidence-against&q=a.8",
	"/dashboard/tasks?tab=all",
	"/dashboard/tasks?tab=overdue",
	"/dashboard/evidence/new?about=asset%3Adb.example",
	"/dashboard/questionnaires?tab=archived",
	"/dashboard/questionnaires/library?tab=expired",
	"/dashboard/questionnaires/library?q=backup",
	"/dashboard/reports?tab=executive",
	"/dashboard/reports?tab=compliance&q=november",
	"/dashboard/outbox?hand-over",
	"/dashboard/settings#sessions",
	"/dashboard/operator?tab=leads&kind=demo",
	"/outbox?hand-over",
	"/auth/login?next=%2Fdashboard%2Fscans%3Ftab%3Dscheduled",
];

/** What anyone can open. */
export const publicScreens = (): string[] => everyScreen().filter((path) => !path.startsWith("/dashboard"));

/** What is inside the dashboard's shell, with samples unless someone is signed in. */
export const dashboardScreens = (): string[] => everyScreen().filter((path) => path.startsWith("/dashboard"));

/** The account's own pages. */
export const ownScreens = ({
	scanId,
	reportId,
	fingerprint,
	evidenceId,
	controlId,
	taskId,
	questionnaireId,
	assessmentId,
}: FullAccount): string[] => [
	`/dashboard/scans/${scanId}`,
	`/dashboard/reports/${reportId}`,
	`/dashboard/vulnerabilities/${fingerprint}`,
	`/dashboard/evidence/${evidenceId}`,
	`/dashboard/controls/${controlId}`,
	`/dashboard/tasks/${taskId}`,
	`/dashboard/assessments/${assessmentId}`,
	`/dashboard/assessments/${assessmentId}?question=entrances`,
	`/dashboard/assessments/${assessmentId}?question=server-room-door`,
	`/dashboard/assessments/${assessmentId}?sign`,
	`/dashboard/questionnaires/${questionnaireId}`,
	`/dashboard/questionnaires/${questionnaireId}?tab=needs-person`,
];

/** Everything, with what an address may also contain. */
export const everyScreen = (): string[] => [...new Set([...documents(), ...WITH_STATE])];
