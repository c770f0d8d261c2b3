import { relative } from "node:path";
import type { Reporter, TestCase, TestModule, TestSpecification } from "vitest/node";
import { type Failure, tell } from "./events.ts";

const inRoot = (path: string) => relative(process.cwd(), path);
const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

const fileOf = (test: TestCase) => inRoot(test.module.moduleId);
const whatOf = (test: TestCase) => `${fileOf(test)}: ${test.fullName}`;
/** Vitest filters by a pattern over the names of suites and test, joined by spaces. */
const patternOf = (test: TestCase) => test.fullName.replaceAll(" > ", " ").replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

const messagesOf = (errors: readonly { message?: string; stack?: string }[] | undefined) =>
	(errors ?? []).map(({ message, stack }) => stack ?? message ?? "").join("\n");

/** Reports what Vitest does to the run (`events.ts`). */
export default class VitestReporter implements Reporter {
	async onTestRunStart(specifications: readonly TestSpecification[]): Promise<void> {
		await tell({ type: "planned", files: specifications.map(({ moduleId }) => inRoot(moduleId)) });
	}

	async onTestModuleCollected(module: TestModule): Promise<void> {
		await tell({ type: "collected", tests: [...module.children.allTests()].length });
	}

	async onTestCaseReady(test: TestCase): Promise<void> {
		// Vitest reports in batches: a quick test may have ended by now.
		if (test.result().state === "pending") await tell({ type: "began", id: test.id, what: whatOf(test) });
	}

	async onTestCaseResult(test: TestCase): Promise<void> {
		const { state, errors } = test.result();
		const ended = {
			type: "ended" as const,
			id: test.id,
			what: whatOf(test),
			file: fileOf(test),
			ms: test.diagnostic()?.duration ?? 0,
		};
		if (state !== "failed") return tell({ ...ended, status: state === "passed" ? "passed" : "skipped" });
		const again = `npm run unit -- ${ended.file} -t ${quoted(patternOf(test))}`;
		const failure: Failure = { what: ended.what, why: messagesOf(errors), again };
		return tell({ ...ended, status: "failed", failure });
	}

	async onTestModuleEnd(module: TestModule): Promise<void> {
		const suites = [...module.children.allSuites()];
		const errors = [module, ...suites].flatMap((one) => one.errors());
		if (errors.length === 0) return;
		const file = inRoot(module.moduleId);
		await tell({ type: "broken", failure: { what: file, why: messagesOf(errors), again: `npm run unit -- ${file}` } });
	}

	async onTestRunEnd(_modules: unknown, errors: readonly { message: string; stack?: string }[]): Promise<void> {
		for (const error of errors) {
			const failure = { what: "an error that no test caught", why: messagesOf([error]), again: "npm run unit" };
			await tell({ type: "broken", failure });
		}
	}
}
