type SendDueDeps<T> = {
	/** How many this process has under way at once. */
	most: number;
	/** Whether anything can be sent. */
	isReady(): boolean;
	/** Takes what is due, so that no other process does. */
	take(atMost: number): Promise<readonly T[]>;
	send(due: T): Promise<void>;
	/** What came of one was not kept: it is taken again. */
	onLost(due: T, error: unknown): void;
	onNotLooked(error: unknown): void;
};

/** Sends what is due to other servers. A slow one keeps none of the others waiting. */
export function createSendDue<T>({ most, isReady, take, send, onLost, onNotLooked }: SendDueDeps<T>) {
	const tasks = new Set<Promise<void>>();
	let underWay = 0;
	let looking: Promise<void> | undefined;
	let isAskedAgain = false;
	let isStopping = false;

	/** One look at a time: two would both count the places that are free. */
	function look(): Promise<void> {
		isAskedAgain = true;
		looking ??= lookWhileAsked().finally(() => {
			looking = undefined;
		});
		return looking;
	}

	async function lookWhileAsked(): Promise<void> {
		while (isAskedAgain && !isStopping && isReady() && underWay < most) {
			isAskedAgain = false;
			for (const due of await take(most - underWay)) begin(due);
		}
	}

	function begin(due: T): void {
		underWay += 1;
		const task = send(due)
			.catch((error: unknown) => onLost(due, error))
			.then(() => {
				underWay -= 1;
				// What the same receiver has waiting need not wait for the next look.
				return look();
			})
			.catch(onNotLooked)
			.finally(() => tasks.delete(task));
		tasks.add(task);
	}

	return {
		look,
		/** Resolves once nothing is under way. */
		async idle(): Promise<void> {
			while (tasks.size > 0) await Promise.all(tasks);
		},
		/** What is under way is settled; its own time limit bounds the wait. */
		async stop(): Promise<void> {
			isStopping = true;
			await Promise.all(tasks);
		},
	};
}
