import { useEffect, useRef, useState } from "react";
import { TextField } from "#src/ui/text-field.tsx";

type Props = { value: string; onSearch(text: string): void };

/** How long somebody pauses before what they typed is looked for, in milliseconds. */
const PAUSE_MS = 350;

/** A line to search with, which looks when the typing pauses. */
export function SearchField({ value, onSearch }: Props) {
	const [text, setText] = useState(value);
	const told = useRef(value);
	const search = useRef(onSearch);
	search.current = onSearch;
	// Changed from outside, such as by a filter that was cleared.
	useEffect(() => {
		if (value === told.current) return;
		told.current = value;
		setText(value);
	}, [value]);
	useEffect(() => {
		if (text.trim() === told.current) return;
		const timer = setTimeout(() => {
			told.current = text.trim();
			search.current(told.current);
		}, PAUSE_MS);
		return () => clearTimeout(timer);
	}, [text]);
	return (
		<TextField
			id="findings-search"
			type="search"
			name="q"
			label="Search"
			placeholder="Title, rule, host or parameter"
			autoComplete="off"
			maxLength={200}
			value={text}
			onChange={({ target }) => setText(target.value)}
		/>
	);
}
