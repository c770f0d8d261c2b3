type SendDueDeps<T> = {
	/** How many this process sends at once. */
	most: number;
	/** Whether anything can be sent. */
	isReady(): boolean;
	/** Takes what is due, so that no other process does. */
	take(atMost: number): Promise<readonly T[]>;
	send(due: T): Promise<void>;
	/** The result of one was not stored, so it is taken again. */
	onLost(due: T, error: unknown): void;
	onNotLooked(error: unknown): void;
};

/** Sends what is due to other servers. A slow one delays none of the others. */
export function createSendDue<T>({ most, isReady, take, send, onLost, onNotLooked }: SendDueDeps<T>) {
	const tasks = new Set<Promise<void>>();
	let underWay = 0;
	let looking: Promise<void> | undefined;
	let isAskedAgain = false;
	let isStopping = false;

	/** One look at a time: two would both count the same free places. */
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
				// Whatever else waits for the same receiver does not have to wait for the next look.
				return look();
			})
			.catch(onNotLooked)
			.finally(() => tasks.delete(task));
		tasks.add(task);
	}

	return {
		look,
		/** Resolves once nothing is being sent. */
		async idle(): Promise<void> {
			while (tasks.size > 0) await Promise.all(tasks);
		},
		/** Sends in progress are finished. Their own time limit bounds the wait. */
		async stop(): Promise<void> {
			isStopping = true;
			await Promise.all(tasks);
		},
	};
}
