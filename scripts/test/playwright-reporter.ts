import { relative } from "node:path";
import type { Reporter, Suite, TestCase, TestError, TestResult } from "@playwright/test/reporter";
import { tell } from "./events.ts";

const inRoot = (path: string) => relative(process.cwd(), path);
const messageOf = ({ stack, message }: TestError) => stack ?? message ?? "";

/** The project is named only if it is not the default. */
function whatOf(test: TestCase): string {
	const [, project, , ...titles] = test.titlePath();
	const { file, line } = test.location;
	return `${inRoot(file)}:${line}: ${titles.join(" › ")}${project === "one" ? "" : ` [${project}]`}`;
}

/** Reports what Playwright does to the run (`events.ts`). */
export default class PlaywrightReporter implements Reporter {
	onBegin(_config: unknown, suite: Suite): void {
		const tests = suite.allTests();
		const files = [...new Set(tests.map(({ location }) => inRoot(location.file)))];
		void tell({ type: "planned", files });
		void tell({ type: "collected", tests: tests.length });
	}

	onTestBegin(test: TestCase): void {
		void tell({ type: "began", id: test.id, what: whatOf(test) });
	}

	onTestEnd(test: TestCase, { duration, errors }: TestResult): void {
		const [what, file] = [whatOf(test), inRoot(test.location.file)];
		const ended = { type: "ended" as const, id: test.id, what, file, ms: duration };
		const outcome = test.outcome();
		if (outcome === "expected" || outcome === "skipped") {
			void tell({ ...ended, status: outcome === "expected" ? "passed" : "skipped" });
			return;
		}
		const again = `npm run e2e -- ${file}:${test.location.line} --project=${test.titlePath()[1]}`;
		void tell({ ...ended, status: "failed", failure: { what, why: errors.map(messageOf).join("\n"), again } });
	}

	onError(error: TestError): void {
		const at = error.location ? inRoot(error.location.file) : "tests/e2e";
		void tell({ type: "broken", failure: { what: at, why: messageOf(error), again: `npm run e2e -- ${at}` } });
	}

	/** Events arrive in order: once an empty one has arrived, all have. */
	async onExit(): Promise<void> {
		await tell({ type: "collected", tests: 0 });
	}

	printsToStdio(): boolean {
		return false;
	}
}
