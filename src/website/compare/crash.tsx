interface CrashComparisonData {
  /** What both logs have in common; null unless both lists have a log. */
  words: readonly string[] | null
}

/** Says whether both lists crash at the same place. It says nothing about the cause. */
export function CrashComparison({ words }: CrashComparisonData) {
  if (words === null) return null
  const sentences = words.length === 0 ? ['The logs do not say whether both crash at the same place.'] : words
  return (
    <section id="crash">
      <h2>Crash</h2>
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence.slice(0, 1).toUpperCase() + sentence.slice(1)}</p>
      ))}
    </section>
  )
}
