type Waiter = { context: object; grant(): void };
type Callback = (lock: Lock | null) => unknown;
type Options = { ifAvailable?: boolean };

/** Web Locks over several contexts, exclusive mode only. A context that dies loses its locks, as in a browser. */
export function fakeLocks() {
	const held = new Map<string, object>();
	const waiting = new Map<string, Waiter[]>();
	const dead = new Set<object>();

	function release(name: string): void {
		const next = waiting.get(name)?.shift();
		if (!next) return void held.delete(name);
		// Held from this moment on, not from when the context gets around to it: it may die in between.
		held.set(name, next.context);
		next.grant();
	}

	return {
		held: () => held.size,

		/** `navigator.locks` as one context sees it. */
		of(context: object): Pick<LockManager, "request"> {
			async function run(name: string, callback: Callback): Promise<unknown> {
				try {
					return await callback({ name, mode: "exclusive" } as Lock);
				} finally {
					if (held.get(name) === context) release(name);
				}
			}
			async function request(name: string, options: Options | Callback, given?: Callback): Promise<unknown> {
				const callback = typeof options === "function" ? options : given;
				if (!callback) throw new TypeError("no callback");
				if (dead.has(context)) return new Promise(() => {});
				if (!held.has(name)) {
					held.set(name, context);
					return run(name, callback);
				}
				if (typeof options === "object" && options.ifAvailable) return callback(null);
				await new Promise<void>((grant) => {
					waiting.set(name, [...(waiting.get(name) ?? []), { context, grant }]);
				});
				return run(name, callback);
			}
			return { request: request as LockManager["request"] };
		},

		kill(context: object): void {
			dead.add(context);
			for (const [name, list] of waiting)
				waiting.set(
					name,
					list.filter((waiter) => waiter.context !== context),
				);
			for (const [name, holder] of held) if (holder === context) release(name);
		},
	};
}
