import { useCallback, useEffect, useState } from "react";
import { site } from "#src/config/site.ts";
import { Button } from "#src/ui/button.tsx";
import { FactList } from "../fact-list.tsx";
import { SavedLine } from "../saved-line.tsx";
import { Section } from "../section.tsx";
import { buildName, checkForUpdate, type UpdateCheck, workerText } from "./app-version.ts";

const FOUND: Record<UpdateCheck, string> = {
	newest: "This is the newest version.",
	newer: "A new version is downloading. We’ll ask before reloading this page.",
	"no-answer": "The server did not answer. Nothing was changed.",
	"no-worker": "This browser loads the newest version with every page.",
};

type Facts = readonly (readonly [name: string, value: string])[];

async function readFacts(): Promise<Facts> {
	return [
		["Version", import.meta.env.VITE_VERSION ?? "In development"],
		["Build", buildName() ?? "In development"],
		["Offline worker", await workerText()],
	];
}

/** The version of the product on this device. */
export function AboutSection() {
	const [facts, setFacts] = useState<Facts>([]);
	const [message, setMessage] = useState<string | false>(false);
	const [asking, setAsking] = useState(false);
	const look = useCallback(async () => setFacts(await readFacts()), []);
	useEffect(() => void look(), [look]);
	const check = async () => {
		setAsking(true);
		setMessage(false);
		setMessage(FOUND[await checkForUpdate()]);
		setAsking(false);
		await look();
	};
	return (
		<Section id="about" heading={`About ${site.name}`}>
			<FactList facts={facts} />
			<div className="flex flex-wrap items-center gap-x-6 gap-y-3">
				<Button variant="secondary" disabled={asking} onClick={check}>
					{asking ? "Checking" : "Check for an update"}
				</Button>
				<a href="/scanner-info" className="inline-flex min-h-11 items-center text-15">
					What our scanner sends
				</a>
			</div>
			<SavedLine>{message}</SavedLine>
		</Section>
	);
}
