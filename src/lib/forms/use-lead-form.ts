import { type SubmitEvent, useEffect, useRef, useState } from "react";
import { afterLoad } from "#src/sw-bridge/after-load.ts";

/** The result of reading a form's fields: a body to send, or what is wrong with them. */
export type FormReading<Body> = { body: Body } | { trouble: string };

type Options<Body> = {
	/** Whether it accepts a submission now. */
	ready: boolean;
	/** Loads the contract's checks. They are an eighth of such a page's script, so they load after the page. */
	load(): Promise<(fields: FormData) => FormReading<Body>>;
	/** Gets a body that passed the checks, and when the form was submitted. Rejects when it could not be delivered. */
	send(body: Body, at: number): Promise<void>;
	/** Shown when the checks cannot be loaded or the body not delivered. */
	notDelivered: string;
};

/** A form of the public site: reads its fields, one submission at a time, and says what went wrong. */
export function useLeadForm<Body>({ ready, load, send, notDelivered }: Options<Body>) {
	const [trouble, setTrouble] = useState("");
	const reading = useRef(false);
	useEffect(() => afterLoad(() => void load().catch(() => undefined)), [load]);

	async function onSubmit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
		event.preventDefault();
		if (!ready || reading.current) return;
		const fields = new FormData(event.currentTarget);
		const at = Date.now();
		reading.current = true;
		const result = await load()
			.then((read) => read(fields))
			.catch(() => ({ trouble: notDelivered }));
		reading.current = false;
		if ("trouble" in result) return setTrouble(result.trouble);
		setTrouble("");
		send(result.body, at).catch(() => setTrouble(notDelivered));
	}
	return { trouble, onSubmit };
}
