import { matchRoutes } from "react-router-dom";
import { screenPath } from "#src/lib/workspace/routing/screen-path.ts";
import type { PageModule } from "../page.tsx";
import { type AppRoute, routesTo, SHELL } from "../route.ts";

const route = routesTo(
	import.meta.glob<PageModule>([
		"/src/app/opening-page.tsx",
		"/src/features/{overview,scans,scan-detail,outbox-screen,findings,compliance,controls,tasks,assessments,evidence,questionnaires,assets,reports,operator,settings}/*-page.tsx",
	]),
);
const screen = (path: string, name: string) => route("dashboard", `/dashboard${path}`, name);

/** The dashboard's pages. */
export const screens: AppRoute[] = [
	// Its file lists the addresses to prerender. For all others below it, the server and the worker send `SHELL`.
	screen("/*", "features/overview/overview"),
	screen("/scans", "features/scans/scans"),
	screen("/scans/:scanId", "features/scan-detail/scan-detail"),
	screen("/outbox", "features/outbox-screen/outbox"),
	screen("/vulnerabilities", "features/findings/vulnerabilities"),
	screen("/vulnerabilities/:fingerprint", "features/findings/finding-detail"),
	screen("/compliance", "features/compliance/compliance"),
	screen("/compliance/:framework", "features/compliance/framework-detail"),
	screen("/controls", "features/controls/controls"),
	screen("/controls/:controlId", "features/controls/control-detail"),
	screen("/tasks", "features/tasks/tasks"),
	screen("/tasks/:taskId", "features/tasks/task-detail"),
	screen("/assessments", "features/assessments/assessments"),
	screen("/assessments/:assessmentId", "features/assessments/assessment-detail"),
	screen("/evidence", "features/evidence/evidence"),
	screen("/evidence/new", "features/evidence/capture"),
	screen("/evidence/:evidenceId", "features/evidence/evidence-detail"),
	screen("/questionnaires", "features/questionnaires/questionnaires"),
	screen("/questionnaires/library", "features/questionnaires/library"),
	screen("/questionnaires/:questionnaireId", "features/questionnaires/questionnaire-detail"),
	screen("/assessments/templates", "features/assessments/templates"),
	screen("/assets", "features/assets/assets"),
	screen("/reports", "features/reports/reports"),
	screen("/reports/:reportId", "features/reports/report-detail"),
	screen("/operator", "features/operator/operator"),
	route("dashboard", SHELL, "app/opening"),
	// Each group is listed by name, so any other path below shows the overview (src/features/settings/groups.ts).
	...[
		"",
		"/account",
		"/sign-in",
		"/notifications",
		"/workspace",
		"/people",
		"/clients",
		"/integrations",
		"/audit",
		"/device",
		"/data",
		"/delete",
	].map((group) => screen(`/settings${group}`, "features/settings/settings")),
];

/** The route for a dashboard address. */
export function screenOf(path: string): AppRoute {
	const found = matchRoutes(screens, screenPath(path))?.at(-1)?.route;
	if (!found) throw new Error(`${path} is not in the dashboard`);
	return found;
}

/** The page for a dashboard address. Each address mounts a new one. */
export default function Screen({ path }: { path: string }) {
	const { Page } = screenOf(path);
	return <Page />;
}
