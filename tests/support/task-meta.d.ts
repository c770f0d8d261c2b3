import "vitest";

declare module "vitest" {
	interface TaskMeta {
		/** The ids of docs/acceptance.md that the test proves, such as `S5.21, S5.23-S5.25`. */
		acceptance?: string;
	}
}
