import { useEffect, useRef, useState } from "react";
import { TextField } from "./text-field.tsx";

type Props = { id: string; label: string; placeholder: string; value: string; onSearch(text: string): void };

/** How long typing must pause before the search starts, in milliseconds. */
const PAUSE_MS = 350;

/**
 * A search field that searches when typing pauses. It keeps the text itself: the value from the address arrives a moment late,
 * and React would overwrite newer typing with the older text.
 */
export function SearchField({ value, onSearch, ...field }: Props) {
	const [text, setText] = useState(value);
	const told = useRef(value);
	const search = useRef(onSearch);
	search.current = onSearch;
	// The value changed from outside, such as when the filter was cleared.
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
			{...field}
			type="search"
			name="q"
			autoComplete="off"
			enterKeyHint="search"
			maxLength={200}
			value={text}
			onChange={({ target }) => setText(target.value)}
		/>
	);
}
