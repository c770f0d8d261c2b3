import { useEffect, useState } from "react";
import { answered, readAnswers, type SelfAnswer, type SelfAnswers } from "./assessment.ts";

const KEY = "plumbline-assessment";

export type Keeping = "kept" | "not-kept";

/**
 * The answers on this device, saved as they are given. They are on no server. The page says when the browser cannot save
 * them.
 */
export function useAnswers() {
	const [answers, setAnswers] = useState<SelfAnswers>({});
	const [keeping, setKeeping] = useState<Keeping>("kept");

	useEffect(() => {
		try {
			setAnswers(readAnswers(localStorage.getItem(KEY)));
		} catch {
			setKeeping("not-kept");
		}
		const elsewhere = ({ key, newValue }: StorageEvent) => {
			if (key === KEY || key === null) setAnswers(readAnswers(newValue));
		};
		addEventListener("storage", elsewhere);
		return () => removeEventListener("storage", elsewhere);
	}, []);

	const keep = (next: SelfAnswers) => {
		setAnswers(next);
		try {
			localStorage.setItem(KEY, JSON.stringify(next));
			setKeeping("kept");
		} catch {
			setKeeping("not-kept");
		}
	};

	return {
		answers,
		keeping,
		answer: (id: string, change: SelfAnswer) => keep(answered(answers, id, change)),
		replace: keep,
	};
}
