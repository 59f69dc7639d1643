// Written by npm run client:types from the OpenAPI document.
export interface paths {
    "/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * View the OpenAPI document
         * @description The document that this reference is made from.
         */
        get: operations["showDocument"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * View the service
         * @description Its name and version, its limits, and where its API, this reference and the OpenAPI document are.
         */
        get: operations["showService"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/healthz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check that the process is up
         * @description Answers as long as the process does, with or without its database.
         */
        get: operations["checkHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/readyz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check that the service is ready
         * @description Whether the database is reachable, is no standby, and has all migrations.
         */
        get: operations["checkReadiness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * View the metrics
         * @description Figures of the process and of its requests, in the text format of Prometheus.
         */
        get: operations["showMetrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/docs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * View this reference
         * @description The page that shows the OpenAPI document and can try it out.
         */
        get: operations["showReference"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/docs/{asset}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * View a part of this reference
         * @description A script, a style sheet or an image of the page.
         */
        get: operations["showReferenceAsset"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/lists": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * View all lists
         * @description A page of the public lists. Of a parameter that is sent twice the last value counts, and an empty filter, search or order is as good as left out. Unknown keys of `page` and `filter` are refused, other parameters ignored.
         */
        get: operations["listLists"];
        put?: never;
        /**
         * Create a list
         * @description A list with its files, of the user of the token, with the ability `create`; without a token it is anonymous. An anonymous list is changed, deleted and claimed with its owner key, which this answer alone has. The second list of a name gets the slug `name-2`, and so on.
         */
        post: operations["createList"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/lists/{slug}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * View a list
         * @description A list with the lines of its files: text read as UTF-8, UTF-16 with byte order mark, or windows-1252.
         */
        get: operations["showList"];
        /**
         * Replace a list
         * @description A field that is left out returns to its default, and the files are replaced. Slug and `created` stay. Needs the author's token with the ability `update`, or the owner key of a list without an author.
         */
        put: operations["updateList"];
        /**
         * Replace a list by a form
         * @description For clients that can only POST. A field that is left out returns to its default, and the files are replaced. Slug and `created` stay. Needs the author's token with the ability `update`, or the owner key of a list without an author.
         */
        post: operations["updateListByForm"];
        /**
         * Delete a list
         * @description Needs the author's token with the ability `delete`, or the owner key of a list without an author. The slug may be given to another list then.
         */
        delete: operations["deleteList"];
        options?: never;
        head?: never;
        /**
         * Replace a list
         * @description The same as PUT. A field that is left out returns to its default, and the files are replaced. Slug and `created` stay. Needs the author's token with the ability `update`, or the owner key of a list without an author.
         */
        patch: operations["patchList"];
        trace?: never;
    };
    "/v1/lists/{slug}/revisions/{revision}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * View a revision of a list
         * @description The list as it was, in the shape of the view of a list: `updated` is when the revision was made, author and `expires` are those of the list as it is now.
         */
        get: operations["showRevision"];
        put?: never;
        post?: never;
        /**
         * Delete a revision of a list
         * @description Forgets a past revision for good; its number is never given again. Whoever may update the list may, with the ability `update`. The present revision is the list itself, and is refused (422).
         */
        delete: operations["deleteRevision"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/lists/{slug}/claim": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Claim an anonymous list
         * @description Makes the user of the token the author of a list that was made without one, by its owner key. Expiry and `updated` stay, and the key can be used no more. Needs the ability `update`. Of two claims at once one wins.
         */
        post: operations["claimList"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/lists/{slug}/revisions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * View the history of a list
         * @description The revisions of a list, newest first: each create and each update that changes a field or a file makes one. Those that were private while the list is public are shown, and counted, to its author alone, by any valid token, or to the owner of an anonymous list by its key.
         */
        get: operations["listRevisions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/lists/{slug}/files": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * View the files of a list
         * @description The files in the order of the upload, without their content.
         */
        get: operations["listFiles"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/lists/{slug}/files/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * View a file
         * @description A file with its lines, as the view of the list has it.
         */
        get: operations["showFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/lists/{slug}/files/{name}/raw": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download a file
         * @description The bytes of a file, exactly as they were uploaded. `Content-Type` tells the charset: utf-8, utf-16le, utf-16be or windows-1252.
         */
        get: operations["downloadFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/lists/{slug}/download/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download a file
         * @description The same as `/v1/lists/{slug}/files/{name}/raw`.
         */
        get: operations["downloadFileByName"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/lists/{slug}/revisions/{revision}/files/{name}/raw": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download a file of a revision
         * @description The bytes of a file, exactly as they were uploaded. `Content-Type` tells the charset: utf-8, utf-16le, utf-16be or windows-1252.
         */
        get: operations["downloadRevisionFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/lists/{slug}/download": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download all files of a list
         * @description A zip of the files under their clean names. The same files give the same bytes.
         */
        get: operations["downloadList"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/lists/{slug}/revisions/{revision}/download": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download all files of a revision
         * @description A zip of the files under their clean names. The same files give the same bytes.
         */
        get: operations["downloadRevision"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/games": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * View all games
         * @description All games by name, each with the number of its public lists.
         */
        get: operations["listGames"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/games/{game}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * View a game
         * @description A game with all of its public lists, newest first. For pages of them, filter the lists by game.
         */
        get: operations["showGame"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * View statistics
         * @description How many lists, files and authors the catalog has, as of now. Lists that have expired, and files that only they have, do not count. Private lists are part of the sums alone.
         */
        get: operations["showStatistics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/compare/{slug1}/{slug2}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Compare two lists
         * @description One unified diff for each file that differs, by name in any case. Line ends do not count, nor does a missing one at the end of the last line alone. A file that only one list has is added or removed whole. No diff: the lists have the same files.
         */
        get: operations["compareLists"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/compare/{slug1}/{slug2}.patch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * View how two lists differ, as a patch
         * @description The diffs of the comparison joined, as text that `patch` and diff viewers read.
         */
        get: operations["showPatch"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/compare": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Compare two lists, or view what can be compared
         * @description With `list1` and `list2` the same as the path with both slugs. With neither, the lists to choose from, newest first: the public ones and, by a token with the ability `read`, your private ones too.
         */
        get: operations["compare"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/compare/{slug1}/{slug2}/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * View how two lists differ, in a modder's words
         * @description Mods and plugins that were added, removed, switched on or off, or moved, and settings that were changed, with counts that are exact. As few are told as moved as can be: whoever comes or goes moves nobody. A part that one list lacks is `{"only_in": 1}`, or 2; one that both lack is null. `files` are those that have a diff. An array ends after 10,000 entries, or after megabytes of them.
         */
        get: operations["showChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/compare/{slug1}/{slug2}/changes.md": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * View how two lists differ, in a modder's words, as Markdown
         * @description The same to paste into a forum, a chat or a release: names by separator, at most 200 under a heading. Each name shows as it was written, and is never a link, HTML or a mention.
         */
        get: operations["showChangesAsText"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/lists/{slug}/load-order": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * View the load order of a list
         * @description What modlist.txt, plugins.txt, loadorder.txt and ini files say: mods under their separators, plugins, settings, and notes on lines that were dropped. Other files are passed over.
         */
        get: operations["showLoadOrder"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/lists/{slug}/changelog": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * View the changelog of a list
         * @description What each revision changed since the one before, newest first, as `/changes` tells it. Always ten a page: `page[size]` is not looked at. Revisions that were private while the list is public are told to its author alone, by any valid token; the others are compared without them. Where the changes of a page take megabytes, the lists of changes of its earlier revisions end early; counts are exact.
         */
        get: operations["showChangelog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/lists/{slug}/changelog.md": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * View the changelog of a list as Markdown
         * @description The latest ten revisions, for a forum or a release, in the words of `/changes.md`. Revisions that were private while the list is public are told to its author alone, by any valid token; the others are compared without them.
         */
        get: operations["showChangelogAsText"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/lists/{slug}/changelog.atom": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow the changelog of a list as an Atom feed
         * @description The latest ten revisions, each an entry whose content is its Markdown, as plain text. Revisions that were private while the list is public are told to its author alone, by any valid token; the others are compared without them.
         */
        get: operations["showChangelogAsFeed"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/user": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * View yourself
         * @description Who the token belongs to, and what it allows.
         */
        get: operations["showUser"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/user/lists": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * View your lists
         * @description A page of the lists of the user of the token, private ones included. Needs the ability `read`.
         */
        get: operations["listOwnLists"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description The user whose token the list was made with. */
        Author: {
            name: string;
            /** @description Whether the operator has verified who they are. */
            verified: boolean;
        };
        /** @description A revision of a list, and what it changed. */
        ChangelogEntry: {
            /** @description Number of the revision. */
            revision: number;
            /** @description The one before that the asker sees; null for the first one there is. */
            previous: number | null;
            /**
             * Format: date-time
             * @description When the revision was made.
             */
            created: string;
            /** @description Version label in this revision. */
            version: string | null;
            /** @description What it changed: list 1 is the previous one. Null without one. */
            changes: components["schemas"]["LoadOrderChanges"] | null;
        };
        /** @description A page of the changelog of a list, newest first. */
        ChangelogPage: {
            data: components["schemas"]["ChangelogEntry"][];
            links: components["schemas"]["PageLinks"];
            meta: components["schemas"]["PageMeta"];
        };
        /** @description What shows that a list is yours. */
        ClaimForm: {
            /** @description The owner key of the list, from the header `Owner-Key` of the answer that it was created with. */
            owner_key: string;
        };
        /** @description One of two lists that are compared: its files are without content. */
        ComparedList: {
            /** @description Name of the list. */
            name: string;
            /** @description Version label, exactly as it was sent. */
            version: string | null;
            /** @description Unique identifier, made from the name; it never changes. */
            slug: string;
            /** @description Path of the list in this API. */
            url: string;
            /** @description Short description. */
            description: string | null;
            /** @description Address of the website, as it was sent: maybe without a scheme. */
            website: string | null;
            /** @description Invitation to the chat server, as it was sent. */
            discord: string | null;
            /** @description Address of the readme, as it was sent. */
            readme: string | null;
            /** @description Whether the list is left out of all collections. */
            private: boolean;
            /** @description When the list will be gone; null is never. */
            expires: string | null;
            /**
             * Format: date-time
             * @description When the list was created.
             */
            created: string;
            /**
             * Format: date-time
             * @description When the list was last replaced, or created.
             */
            updated: string;
            /** @description Null for lists made anonymously. */
            author: components["schemas"]["Author"] | null;
            game: components["schemas"]["GameOfList"];
            /** @description In the order of the upload. */
            files: components["schemas"]["File"][];
            links: {
                /** @description Where a website shows the list: a path, but an absolute address in the answer to a write. */
                url: string;
                /** @description Absolute address of the list in this API. */
                self: string;
            };
        };
        /** @description Two lists, and what turns the files of the first into those of the second. */
        Comparison: {
            list1: components["schemas"]["ComparedList"];
            list2: components["schemas"]["ComparedList"];
            /** @description A unified diff for each file that differs; joined, `patch` makes the second list from the first. */
            diffs: string[];
        };
        /** @description The user of the token, and what the token allows. */
        CurrentUser: {
            /** @description Name of the user: the author of their lists. */
            name: string;
            /** @description Whether the operator has verified who they are. */
            verified: boolean;
            /**
             * Format: date-time
             * @description When the user was made.
             */
            created: string;
            token: {
                /** @description Its label, if it has one. */
                name: string | null;
                /** @description What it allows. */
                abilities: ("create" | "read" | "update" | "delete")[];
                /** @description When it expires; null is never. */
                expires: string | null;
            };
        };
        /** @description Why there is no other answer. */
        Error: {
            /** @description What is wrong, for people. */
            message: string;
        };
        /** @description A file of a list, without its content. */
        File: {
            /** @description A hash of name and content, a hyphen, the clean name: another file has another one. */
            name: string;
            /** @description The name as uploaded, without any path. */
            clean_name: string;
            /** @description Size of the file as uploaded. */
            bytes: number;
            /**
             * Format: date-time
             * @description When the file was first uploaded, to whichever list.
             */
            created: string;
            /**
             * Format: date-time
             * @description The same as `created`: a stored file never changes.
             */
            updated: string;
        };
        /** @description A file of a list with its lines. */
        FileWithContent: {
            /** @description A hash of name and content, a hyphen, the clean name: another file has another one. */
            name: string;
            /** @description The name as uploaded, without any path. */
            clean_name: string;
            /** @description Size of the file as uploaded. */
            bytes: number;
            /** @description The lines of the decoded text, without their line ends. */
            content: string[];
            /**
             * Format: date-time
             * @description When the file was first uploaded, to whichever list.
             */
            created: string;
            /**
             * Format: date-time
             * @description The same as `created`: a stored file never changes.
             */
            updated: string;
        };
        /** @description A game that lists are made for. */
        Game: {
            /** @description Identifier of the game. */
            id: number;
            /** @description Name of the game. */
            name: string;
            /** @description How many public lists the game has. */
            lists_count: number;
        };
        /** @description The game of a list. */
        GameOfList: {
            /** @description Identifier of the game. */
            id: number;
            /** @description Name of the game. */
            name: string;
            /** @description Only the collection of games counts lists. */
            lists_count: null;
        };
        /** @description A game with all of its public lists. */
        GameWithLists: {
            /** @description Identifier of the game. */
            id: number;
            /** @description Name of the game. */
            name: string;
            /** @description All of its public lists, newest first. */
            lists: components["schemas"]["ListOfGame"][];
        };
        /** @description A list with the lines of its files. */
        List: {
            /** @description Name of the list. */
            name: string;
            /** @description Version label, exactly as it was sent. */
            version: string | null;
            /** @description Unique identifier, made from the name; it never changes. */
            slug: string;
            /** @description Path of the list in this API. */
            url: string;
            /** @description Short description. */
            description: string | null;
            /** @description Address of the website, as it was sent: maybe without a scheme. */
            website: string | null;
            /** @description Invitation to the chat server, as it was sent. */
            discord: string | null;
            /** @description Address of the readme, as it was sent. */
            readme: string | null;
            /** @description Whether the list is left out of all collections. */
            private: boolean;
            /** @description When the list will be gone; null is never. */
            expires: string | null;
            /**
             * Format: date-time
             * @description When the list was created.
             */
            created: string;
            /**
             * Format: date-time
             * @description When the list was last replaced, or created.
             */
            updated: string;
            /** @description Null for lists made anonymously. */
            author: components["schemas"]["Author"] | null;
            game: components["schemas"]["GameOfList"];
            /** @description In the order of the upload. */
            files: components["schemas"]["FileWithContent"][];
            links: {
                /** @description Where a website shows the list: a path, but an absolute address in the answer to a write. */
                url: string;
                /** @description Absolute address of the list in this API. */
                self: string;
            };
        };
        /** @description Two lists, and what differs between them in a modder’s words. */
        ListChanges: {
            list1: components["schemas"]["ListSummary"];
            list2: components["schemas"]["ListSummary"];
            /** @description No file differs. */
            same: boolean;
            mods: ({
                counts: {
                    added: number;
                    removed: number;
                    enabled: number;
                    disabled: number;
                    moved: number;
                };
                added: {
                    name: string;
                    enabled: boolean | null;
                    priority: number;
                    separator: string | null;
                }[];
                removed: {
                    name: string;
                    enabled: boolean | null;
                    priority: number;
                    separator: string | null;
                }[];
                enabled: {
                    name: string;
                    priority: number;
                    separator: string | null;
                }[];
                disabled: {
                    name: string;
                    priority: number;
                    separator: string | null;
                }[];
                moved: {
                    name: string;
                    from: {
                        priority: number;
                        separator: string | null;
                        after: string | null;
                    };
                    to: {
                        priority: number;
                        separator: string | null;
                        after: string | null;
                    };
                }[];
                separators: {
                    added: {
                        name: string;
                    }[];
                    removed: {
                        name: string;
                    }[];
                };
                unmanaged: {
                    added: {
                        name: string;
                    }[];
                    removed: {
                        name: string;
                    }[];
                };
                possible_renames: {
                    from: string;
                    to: string;
                }[];
            } | {
                /** @enum {number} */
                only_in: 1 | 2;
            }) | null;
            plugins: ({
                counts: {
                    added: number;
                    removed: number;
                    enabled: number;
                    disabled: number;
                    moved: number;
                };
                added: {
                    name: string;
                    enabled: boolean | null;
                    index: number;
                }[];
                removed: {
                    name: string;
                    enabled: boolean | null;
                    index: number;
                }[];
                enabled: {
                    name: string;
                    index: number;
                }[];
                disabled: {
                    name: string;
                    index: number;
                }[];
                moved: {
                    name: string;
                    from: {
                        index: number;
                        after: string | null;
                    };
                    to: {
                        index: number;
                        after: string | null;
                    };
                }[];
                possible_renames: {
                    from: string;
                    to: string;
                }[];
            } | {
                /** @enum {number} */
                only_in: 1 | 2;
            }) | null;
            /** @description Of each ini file that both lists have, if a setting differs. */
            settings: {
                file: string;
                counts: {
                    added: number;
                    removed: number;
                    changed: number;
                };
                added: {
                    section: string;
                    key: string;
                    value: string;
                }[];
                removed: {
                    section: string;
                    key: string;
                    value: string;
                }[];
                changed: {
                    section: string;
                    key: string;
                    from: string;
                    to: string;
                }[];
            }[];
            /** @description Each file that has a diff. */
            files: {
                name: string;
                /** @enum {string} */
                change: "changed" | "added" | "removed";
            }[];
            notes: {
                /** @enum {number} */
                list: 1 | 2;
                file: string;
                /** @enum {string} */
                code: "order_reversed" | "duplicate_mods" | "duplicate_plugins" | "repeated_settings" | "repeated_sections";
                /** @description How many lines were dropped; 1 for `order_reversed`. */
                count: number;
                /** @description Of what they are, at most 20. */
                names: string[];
            }[];
        };
        /** @description What a list is made from, or replaced by. */
        ListForm: {
            /** @description Name of the list, trimmed. */
            name: string;
            /** @description Id of the game, see `GET /v1/games`. Older clients call it `game_id`. */
            game: number;
            /** @description Short description; it must be there, and may be empty. */
            description: string;
            /** @description The files: text in any common encoding, with names that differ in more than case. `files` and `files[0]` are accepted as names of the field too. At most 32 files of at most 1,048,576 bytes each, 8,388,608 bytes in all. */
            "files[]": Blob[];
            /** @description Version label, kept as sent. */
            version?: string;
            /** @description Address of the website: http or https, with or without the scheme. */
            website?: string;
            /** @description Invitation to the chat server: http or https, with or without the scheme. */
            discord?: string;
            /** @description Address of the readme: http or https, with or without the scheme. */
            readme?: string;
            /** @description Leaves the list out of all collections; whoever has its slug can still view it. `false` if left out. Also `1 0 on off yes no`, in any case. Older clients call it `is_private`. */
            private?: boolean;
            /**
             * @description When the list will be gone. Without it, in a day if the list is anonymous and never if it has an author. Older clients call it `expires_at`.
             * @enum {string}
             */
            expires?: "3h" | "24h" | "3d" | "1w" | "perm";
        };
        /** @description A list as its game shows it: without files. */
        ListOfGame: {
            /** @description Name of the list. */
            name: string;
            /** @description Version label, exactly as it was sent. */
            version: string | null;
            /** @description Unique identifier, made from the name; it never changes. */
            slug: string;
            /** @description Path of the list in this API. */
            url: string;
            /** @description Short description. */
            description: string | null;
            /** @description Address of the website, as it was sent: maybe without a scheme. */
            website: string | null;
            /** @description Invitation to the chat server, as it was sent. */
            discord: string | null;
            /** @description Address of the readme, as it was sent. */
            readme: string | null;
            /** @description Whether the list is left out of all collections. */
            private: boolean;
            /** @description When the list will be gone; null is never. */
            expires: string | null;
            /**
             * Format: date-time
             * @description When the list was created.
             */
            created: string;
            /**
             * Format: date-time
             * @description When the list was last replaced, or created.
             */
            updated: string;
            /** @description Null for lists made anonymously. */
            author: components["schemas"]["Author"] | null;
            game: {
                /** @description Identifier of the game. */
                id: number;
                /** @description Name of the game. */
                name: string;
            };
            links: {
                /** @description Where a website shows the list: a path, but an absolute address in the answer to a write. */
                url: string;
                /** @description Absolute address of the list in this API. */
                self: string;
            };
        };
        /** @description A page of lists. */
        ListPage: {
            data: components["schemas"]["ListSummary"][];
            links: components["schemas"]["PageLinks"];
            meta: components["schemas"]["PageMeta"];
        };
        /** @description A list as collections show it: without files. */
        ListSummary: {
            /** @description Name of the list. */
            name: string;
            /** @description Version label, exactly as it was sent. */
            version: string | null;
            /** @description Unique identifier, made from the name; it never changes. */
            slug: string;
            /** @description Path of the list in this API. */
            url: string;
            /** @description Short description. */
            description: string | null;
            /** @description Address of the website, as it was sent: maybe without a scheme. */
            website: string | null;
            /** @description Invitation to the chat server, as it was sent. */
            discord: string | null;
            /** @description Address of the readme, as it was sent. */
            readme: string | null;
            /** @description Whether the list is left out of all collections. */
            private: boolean;
            /** @description When the list will be gone; null is never. */
            expires: string | null;
            /**
             * Format: date-time
             * @description When the list was created.
             */
            created: string;
            /**
             * Format: date-time
             * @description When the list was last replaced, or created.
             */
            updated: string;
            /** @description Null for lists made anonymously. */
            author: components["schemas"]["Author"] | null;
            game: components["schemas"]["GameOfList"];
            links: {
                /** @description Where a website shows the list: a path, but an absolute address in the answer to a write. */
                url: string;
                /** @description Absolute address of the list in this API. */
                self: string;
            };
        };
        /** @description What the files of a mod manager’s profile say. */
        LoadOrder: {
            /** @description By ascending priority; null without modlist.txt. */
            mods: {
                /** @enum {string} */
                kind: "mod" | "separator" | "unmanaged";
                name: string;
                /** @description Null for separators and unmanaged entries. */
                enabled: boolean | null;
                /** @description As the mod manager shows it: the highest one wins. */
                priority: number;
                /** @description The separator that the entry stands under. */
                separator: string | null;
            }[] | null;
            /** @description Null without plugins.txt and loadorder.txt. */
            plugins: {
                name: string;
                /** @description Null where the files do not tell. */
                enabled: boolean | null;
                /** @description The plugin of index 0 loads first. */
                index: number;
            }[] | null;
            /** @description Of each ini file. */
            settings: {
                file: string;
                settings: {
                    section: string;
                    key: string;
                    value: string;
                }[];
            }[];
            notes: {
                file: string;
                /** @enum {string} */
                code: "order_reversed" | "duplicate_mods" | "duplicate_plugins" | "repeated_settings" | "repeated_sections";
                /** @description How many lines were dropped; 1 for `order_reversed`. */
                count: number;
                /** @description Of what they are, at most 20. */
                names: string[];
            }[];
        };
        /** @description What differs between two load orders, in a modder’s words. */
        LoadOrderChanges: {
            /** @description No file differs. */
            same: boolean;
            mods: ({
                counts: {
                    added: number;
                    removed: number;
                    enabled: number;
                    disabled: number;
                    moved: number;
                };
                added: {
                    name: string;
                    enabled: boolean | null;
                    priority: number;
                    separator: string | null;
                }[];
                removed: {
                    name: string;
                    enabled: boolean | null;
                    priority: number;
                    separator: string | null;
                }[];
                enabled: {
                    name: string;
                    priority: number;
                    separator: string | null;
                }[];
                disabled: {
                    name: string;
                    priority: number;
                    separator: string | null;
                }[];
                moved: {
                    name: string;
                    from: {
                        priority: number;
                        separator: string | null;
                        after: string | null;
                    };
                    to: {
                        priority: number;
                        separator: string | null;
                        after: string | null;
                    };
                }[];
                separators: {
                    added: {
                        name: string;
                    }[];
                    removed: {
                        name: string;
                    }[];
                };
                unmanaged: {
                    added: {
                        name: string;
                    }[];
                    removed: {
                        name: string;
                    }[];
                };
                possible_renames: {
                    from: string;
                    to: string;
                }[];
            } | {
                /** @enum {number} */
                only_in: 1 | 2;
            }) | null;
            plugins: ({
                counts: {
                    added: number;
                    removed: number;
                    enabled: number;
                    disabled: number;
                    moved: number;
                };
                added: {
                    name: string;
                    enabled: boolean | null;
                    index: number;
                }[];
                removed: {
                    name: string;
                    enabled: boolean | null;
                    index: number;
                }[];
                enabled: {
                    name: string;
                    index: number;
                }[];
                disabled: {
                    name: string;
                    index: number;
                }[];
                moved: {
                    name: string;
                    from: {
                        index: number;
                        after: string | null;
                    };
                    to: {
                        index: number;
                        after: string | null;
                    };
                }[];
                possible_renames: {
                    from: string;
                    to: string;
                }[];
            } | {
                /** @enum {number} */
                only_in: 1 | 2;
            }) | null;
            /** @description Of each ini file that both lists have, if a setting differs. */
            settings: {
                file: string;
                counts: {
                    added: number;
                    removed: number;
                    changed: number;
                };
                added: {
                    section: string;
                    key: string;
                    value: string;
                }[];
                removed: {
                    section: string;
                    key: string;
                    value: string;
                }[];
                changed: {
                    section: string;
                    key: string;
                    from: string;
                    to: string;
                }[];
            }[];
            /** @description Each file that has a diff. */
            files: {
                name: string;
                /** @enum {string} */
                change: "changed" | "added" | "removed";
            }[];
            notes: {
                /** @enum {number} */
                list: 1 | 2;
                file: string;
                /** @enum {string} */
                code: "order_reversed" | "duplicate_mods" | "duplicate_plugins" | "repeated_settings" | "repeated_sections";
                /** @description How many lines were dropped; 1 for `order_reversed`. */
                count: number;
                /** @description Of what they are, at most 20. */
                names: string[];
            }[];
        };
        /** @description An entry of the pager that a website shows. */
        PageLink: {
            /** @description Null where there is no such page, and where pages are left out. */
            url: string | null;
            /** @description Text in HTML: `&laquo; Previous`, a number, `...` or `Next &raquo;`. */
            label: string;
            /** @description Whether it is the current page. */
            active: boolean;
        };
        /** @description Absolute addresses, which keep the other parameters of the request. */
        PageLinks: {
            /** @description Address of the first page. */
            first: string;
            /** @description Address of the last page. */
            last: string;
            /** @description Address of the page before; null on the first one. */
            prev: string | null;
            /** @description Address of the page after; null on the last one. */
            next: string | null;
        };
        /** @description Where the page stands. */
        PageMeta: {
            /** @description Number of the page. */
            current_page: number;
            /** @description Position of its first list among all; null if it has none. */
            from: number | null;
            /** @description Number of the last page. */
            last_page: number;
            /** @description One for each page up to 100; beyond, only the ends and the neighbours. */
            links: components["schemas"]["PageLink"][];
            /** @description Address of the collection. */
            path: string;
            /** @description Lists on a full page. */
            per_page: number;
            /** @description Position of its last list among all; null if it has none. */
            to: number | null;
            /** @description Lists on all pages. */
            total: number;
        };
        /** @description A page of the history of a list, newest first. */
        RevisionPage: {
            data: components["schemas"]["RevisionSummary"][];
            links: components["schemas"]["PageLinks"];
            meta: components["schemas"]["PageMeta"];
        };
        /** @description A revision of a list as its history shows it. */
        RevisionSummary: {
            /** @description Number of the revision, which no other one of the list ever has. */
            revision: number;
            /**
             * Format: date-time
             * @description When it was made: by the create, or by an update that changed something.
             */
            created: string;
            /** @description Name of the list in this revision. */
            name: string;
            /** @description Version label in this revision. */
            version: string | null;
            /** @description Whether the list was private in this revision. */
            private: boolean;
            /** @description In the order of the upload, without their content. */
            files: {
                /** @description A hash of name and content, a hyphen, the clean name: another file has another one. */
                name: string;
                /** @description The name as uploaded, without any path. */
                clean_name: string;
                /** @description Size of the file as uploaded. */
                bytes: number;
            }[];
            links: {
                /** @description Absolute address of the revision. */
                self: string;
                /** @description What changed since the revision before; null for the first one there is. */
                compare: string | null;
            };
        };
        /** @description A list as the answer to a write shows it: without files. */
        SavedList: {
            /** @description Name of the list. */
            name: string;
            /** @description Version label, exactly as it was sent. */
            version: string | null;
            /** @description Unique identifier, made from the name; it never changes. */
            slug: string;
            /** @description Path of the list in this API. */
            url: string;
            /** @description Short description. */
            description: string | null;
            /** @description Address of the website, as it was sent: maybe without a scheme. */
            website: string | null;
            /** @description Invitation to the chat server, as it was sent. */
            discord: string | null;
            /** @description Address of the readme, as it was sent. */
            readme: string | null;
            /** @description Whether the list is left out of all collections. */
            private: boolean;
            /** @description When the list will be gone; null is never. */
            expires: string | null;
            /**
             * Format: date-time
             * @description When the list was created.
             */
            created: string;
            /**
             * Format: date-time
             * @description When the list was last replaced, or created.
             */
            updated: string;
            /** @description Null for lists made anonymously. */
            author: components["schemas"]["Author"] | null;
            game: {
                /** @description Name of the game. */
                name: string;
            };
            links: {
                /** @description Where a website shows the list: a path, but an absolute address in the answer to a write. */
                url: string;
                /** @description Absolute address of the list in this API. */
                self: string;
            };
        };
        /** @description How much there is in the catalog. What has expired does not count. */
        Statistics: {
            lists: {
                /** @description How many lists there are, public and private. */
                total: number;
                /** @description How many of them are private. */
                private: number;
                /** @description How many of them, public and private, have no author. */
                anonymous: number;
                /** @description All games by name, each with the number of its public lists. */
                by_game: components["schemas"]["Game"][];
            };
            files: {
                /** @description How many files the lists have: one that several lists have counts for each of them. */
                total: number;
                /** @description The bytes of these files, as they were uploaded. */
                bytes: number;
                /** @description The bytes of all files of lists and of their past revisions, as they are stored: equal files of one name once. */
                deduplicated_bytes: number;
            };
            /** @description How many users have a public list. */
            authors: number;
        };
        /** @description What a list is replaced by, for clients that can only POST. */
        UpdateForm: {
            /** @description Says that the list is to be replaced: `PUT` or `PATCH`, in any case. */
            _method: string;
            /** @description Name of the list, trimmed. */
            name: string;
            /** @description Id of the game, see `GET /v1/games`. Older clients call it `game_id`. */
            game: number;
            /** @description Short description; it must be there, and may be empty. */
            description: string;
            /** @description The files: text in any common encoding, with names that differ in more than case. `files` and `files[0]` are accepted as names of the field too. At most 32 files of at most 1,048,576 bytes each, 8,388,608 bytes in all. */
            "files[]": Blob[];
            /** @description Version label, kept as sent. */
            version?: string;
            /** @description Address of the website: http or https, with or without the scheme. */
            website?: string;
            /** @description Invitation to the chat server: http or https, with or without the scheme. */
            discord?: string;
            /** @description Address of the readme: http or https, with or without the scheme. */
            readme?: string;
            /** @description Leaves the list out of all collections; whoever has its slug can still view it. `false` if left out. Also `1 0 on off yes no`, in any case. Older clients call it `is_private`. */
            private?: boolean;
            /**
             * @description When the list will be gone. Without it, in a day if the list is anonymous and never if it has an author. Older clients call it `expires_at`.
             * @enum {string}
             */
            expires?: "3h" | "24h" | "3d" | "1w" | "perm";
        };
        /** @description Which fields or parameters break a rule. */
        ValidationError: {
            /** @description The first of the messages in `errors`. */
            message: string;
            /** @description Messages by field or parameter, named as in the request. */
            errors: {
                [key: string]: string[];
            };
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    showDocument: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The document, of OpenAPI 3.1. */
            200: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        openapi: string;
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description Too many requests of this address. */
            429: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    /** @description Seconds after which to try again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A fault of the service; the message has the request id. */
            500: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away, or the server overloaded. */
            503: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    /** @description Seconds after which to try again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    showService: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The service. */
            200: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        name: string;
                        version: string;
                        /** @description Where the API is. */
                        api: string;
                        /** @description The page that describes it. */
                        reference: string;
                        /** @description Its OpenAPI document. */
                        openapi: string;
                        /** @description The limits of uploads, which the operator can change. */
                        limits: {
                            /** @description Maximum number of files of a list. */
                            max_files: number;
                            /** @description Maximum size of a file, in bytes. */
                            max_file_bytes: number;
                            /** @description Maximum size of a whole upload, in bytes. */
                            max_body_bytes: number;
                        };
                    };
                };
            };
            /** @description Too many requests of this address. */
            429: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    /** @description Seconds after which to try again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A fault of the service; the message has the request id. */
            500: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away, or the server overloaded. */
            503: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    /** @description Seconds after which to try again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    checkHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is up. */
            200: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            /** @description Too many requests of this address. */
            429: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    /** @description Seconds after which to try again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A fault of the service; the message has the request id. */
            500: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away, or the server overloaded. */
            503: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    /** @description Seconds after which to try again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    checkReadiness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is ready. */
            200: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            /** @description Too many requests of this address. */
            429: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    /** @description Seconds after which to try again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A fault of the service; the message has the request id. */
            500: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away, is a standby, or lacks migrations. */
            503: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    /** @description Seconds after which to try again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    showMetrics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The metrics. */
            200: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description Too many requests of this address. */
            429: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    /** @description Seconds after which to try again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A fault of the service; the message has the request id. */
            500: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away, or the server overloaded. */
            503: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    /** @description Seconds after which to try again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    showReference: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The page. */
            200: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description Too many requests of this address. */
            429: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    /** @description Seconds after which to try again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A fault of the service; the message has the request id. */
            500: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away, or the server overloaded. */
            503: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    /** @description Seconds after which to try again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    showReferenceAsset: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The name of the part. */
                asset: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The part. */
            200: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/javascript": Blob;
                    "text/css": Blob;
                    "image/png": Blob;
                };
            };
            /** @description The request is not valid HTTP, JSON or multipart, or its path is malformed. */
            400: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The page has no such part. */
            404: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests of this address. */
            429: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    /** @description Seconds after which to try again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A fault of the service; the message has the request id. */
            500: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away, or the server overloaded. */
            503: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    /** @description Seconds after which to try again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listLists: {
        parameters: {
            query?: {
                /** @description Lists on a page: 1 to 900, or `all` for one page of everything. 30 if left out. */
                "page[size]"?: string;
                /** @description The page, from 1. Past the end there are no lists. Beside `page[size]=all` it is not looked at. */
                "page[number]"?: string;
                /** @description Short for `page[number]`, which wins over it. */
                page?: string;
                /** @description Only lists of the author of this name, in any case. */
                "filter[author]"?: string;
                /** @description Only lists of the game of this name, in any case. */
                "filter[game]"?: string;
                /** @description Only lists that have all of these words, or words that begin with them, in name, description, author or game. */
                "filter[search]"?: string;
                /** @description The same as `filter[search]`, which goes before. */
                query?: string;
                /** @description By time of creation or of the last update; `-` in front puts the latest first. `-created` if left out. */
                sort?: "created" | "-created" | "updated" | "-updated";
            };
            header?: {
                /** @description The `ETag` of an earlier view: an unchanged page is not sent again (304). `page[size]=all` has none. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of lists. */
            200: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListPage"];
                };
            };
            /** @description The page is still that of `If-None-Match`. */
            304: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A field or a parameter breaks a rule. */
            422: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Too many requests of this address. */
            429: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    /** @description Seconds after which to try again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A fault of the service; the message has the request id. */
            500: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away, or the server overloaded. */
            503: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    /** @description Seconds after which to try again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createList: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["ListForm"];
            };
        };
        responses: {
            /** @description The list. */
            201: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    /** @description The address of the list in this API. */
                    Location?: string;
                    /** @description The owner key of an anonymous list, shown only this once. A list with an author has none. */
                    "Owner-Key"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["SavedList"];
                    };
                };
            };
            /** @description The request is not valid HTTP, JSON or multipart, or its path is malformed. */
            400: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no token or owner key where one is needed, or it is wrong, expired or revoked. */
            401: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the ability `create`. */
            403: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The type of the body is not known. */
            415: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A field or a parameter breaks a rule. */
            422: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Too many requests of this address. */
            429: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    /** @description Seconds after which to try again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A fault of the service; the message has the request id. */
            500: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away, or the server overloaded. */
            503: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    /** @description Seconds after which to try again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    showList: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of an earlier view: an unchanged list is not sent again (304). */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The slug of a list. */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The list. */
            200: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    /** @description The version of the list. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["List"];
                    };
                };
            };
            /** @description The list is still that of `If-None-Match`. */
            304: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    /** @description The version of the list. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is not valid HTTP, JSON or multipart, or its path is malformed. */
            400: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such list. */
            404: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests of this address. */
            429: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    /** @description Seconds after which to try again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A fault of the service; the message has the request id. */
            500: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away, or the server overloaded. */
            503: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    /** @description Seconds after which to try again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    updateList: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of a view: a list that has changed since is left alone (412). */
                "If-Match"?: string;
            };
            path: {
                /** @description The slug of a list. */
                slug: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["ListForm"];
            };
        };
        responses: {
            /** @description The list as it is now. */
            200: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["SavedList"];
                    };
                };
            };
            /** @description The request is not valid HTTP, JSON or multipart, or its path is malformed. */
            400: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no token or owner key where one is needed, or it is wrong, expired or revoked. */
            401: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the ability, the list is of somebody else, or the owner key is of another list. */
            403: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such list. */
            404: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The list has changed since the version of `If-Match`. */
            412: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The type of the body is not known. */
            415: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A field or a parameter breaks a rule. */
            422: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Too many requests of this address. */
            429: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    /** @description Seconds after which to try again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A fault of the service; the message has the request id. */
            500: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away, or the server overloaded. */
            503: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    /** @description Seconds after which to try again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    updateListByForm: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of a view: a list that has changed since is left alone (412). */
                "If-Match"?: string;
            };
            path: {
                /** @description The slug of a list. */
                slug: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["UpdateForm"];
            };
        };
        responses: {
            /** @description The list as it is now. */
            200: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["SavedList"];
                    };
                };
            };
            /** @description The request is not valid HTTP, JSON or multipart, or its path is malformed. */
            400: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no token or owner key where one is needed, or it is wrong, expired or revoked. */
            401: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the ability, the list is of somebody else, or the owner key is of another list. */
            403: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such list. */
            404: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The list has changed since the version of `If-Match`. */
            412: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The type of the body is not known. */
            415: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A field or a parameter breaks a rule. */
            422: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Too many requests of this address. */
            429: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    /** @description Seconds after which to try again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A fault of the service; the message has the request id. */
            500: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away, or the server overloaded. */
            503: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    /** @description Seconds after which to try again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteList: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of a view: a list that has changed since is left alone (412). */
                "If-Match"?: string;
            };
            path: {
                /** @description The slug of a list. */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The list is gone. */
            204: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is not valid HTTP, JSON or multipart, or its path is malformed. */
            400: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no token or owner key where one is needed, or it is wrong, expired or revoked. */
            401: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the ability, the list is of somebody else, or the owner key is of another list. */
            403: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such list. */
            404: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The list has changed since the version of `If-Match`. */
            412: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The type of the body is not known. */
            415: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests of this address. */
            429: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    /** @description Seconds after which to try again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A fault of the service; the message has the request id. */
            500: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away, or the server overloaded. */
            503: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    /** @description Seconds after which to try again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    patchList: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of a view: a list that has changed since is left alone (412). */
                "If-Match"?: string;
            };
            path: {
                /** @description The slug of a list. */
                slug: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["ListForm"];
            };
        };
        responses: {
            /** @description The list as it is now. */
            200: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["SavedList"];
                    };
                };
            };
            /** @description The request is not valid HTTP, JSON or multipart, or its path is malformed. */
            400: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no token or owner key where one is needed, or it is wrong, expired or revoked. */
            401: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the ability, the list is of somebody else, or the owner key is of another list. */
            403: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such list. */
            404: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The list has changed since the version of `If-Match`. */
            412: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The type of the body is not known. */
            415: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A field or a parameter breaks a rule. */
            422: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Too many requests of this address. */
            429: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    /** @description Seconds after which to try again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A fault of the service; the message has the request id. */
            500: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away, or the server overloaded. */
            503: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    /** @description Seconds after which to try again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    showRevision: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of an earlier view: what is the same is not sent again (304). */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The slug of a list. */
                slug: string;
                /** @description The number of a revision of the list. */
                revision: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The list as it was. */
            200: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    /** @description The version of the revision. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["List"];
                    };
                };
            };
            /** @description The revision is still that of `If-None-Match`. */
            304: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    /** @description The version of the revision. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is not valid HTTP, JSON or multipart, or its path is malformed. */
            400: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such list, or it has no such revision for the asker. */
            404: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests of this address. */
            429: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    /** @description Seconds after which to try again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A fault of the service; the message has the request id. */
            500: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away, or the server overloaded. */
            503: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    /** @description Seconds after which to try again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteRevision: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The slug of a list. */
                slug: string;
                /** @description The number of a revision of the list. */
                revision: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The revision is gone. */
            204: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is not valid HTTP, JSON or multipart, or its path is malformed. */
            400: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no token or owner key where one is needed, or it is wrong, expired or revoked. */
            401: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the ability, the list is of somebody else, or the owner key is of another list. */
            403: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such list, or it has no such revision for the asker. */
            404: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The type of the body is not known. */
            415: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It is the present revision. */
            422: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Too many requests of this address. */
            429: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    /** @description Seconds after which to try again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A fault of the service; the message has the request id. */
            500: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away, or the server overloaded. */
            503: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    /** @description Seconds after which to try again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    claimList: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The slug of a list. */
                slug: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ClaimForm"];
                "application/x-www-form-urlencoded": components["schemas"]["ClaimForm"];
                "multipart/form-data": components["schemas"]["ClaimForm"];
            };
        };
        responses: {
            /** @description The list, whose author you are. */
            200: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["SavedList"];
                    };
                };
            };
            /** @description The request is not valid HTTP, JSON or multipart, or its path is malformed. */
            400: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no token or owner key where one is needed, or it is wrong, expired or revoked. */
            401: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the ability `update`, or the list has an author. */
            403: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such list. */
            404: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The type of the body is not known. */
            415: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key is missing, or not that of this list. */
            422: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Too many requests of this address. */
            429: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    /** @description Seconds after which to try again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A fault of the service; the message has the request id. */
            500: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away, or the server overloaded. */
            503: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    /** @description Seconds after which to try again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listRevisions: {
        parameters: {
            query?: {
                /** @description Lists on a page: 1 to 900, or `all` for one page of everything. 30 if left out. */
                "page[size]"?: string;
                /** @description The page, from 1. Past the end there are no lists. Beside `page[size]=all` it is not looked at. */
                "page[number]"?: string;
                /** @description Short for `page[number]`, which wins over it. */
                page?: string;
            };
            header?: {
                /** @description The `ETag` of an earlier view: an unchanged page is not sent again (304). */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The slug of a list. */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of revisions. */
            200: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    /** @description The version of the page. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RevisionPage"];
                };
            };
            /** @description The page is still that of `If-None-Match`. */
            304: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    /** @description The version of the page. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is not valid HTTP, JSON or multipart, or its path is malformed. */
            400: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such list. */
            404: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A field or a parameter breaks a rule. */
            422: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Too many requests of this address. */
            429: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    /** @description Seconds after which to try again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A fault of the service; the message has the request id. */
            500: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away, or the server overloaded. */
            503: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    /** @description Seconds after which to try again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listFiles: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of an earlier view: the same files are not sent again (304). */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The slug of a list. */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The files. */
            200: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    /** @description The version of the files. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["File"][];
                    };
                };
            };
            /** @description The files are still those of `If-None-Match`. */
            304: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    /** @description The version of the files. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is not valid HTTP, JSON or multipart, or its path is malformed. */
            400: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such list. */
            404: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests of this address. */
            429: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    /** @description Seconds after which to try again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A fault of the service; the message has the request id. */
            500: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away, or the server overloaded. */
            503: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    /** @description Seconds after which to try again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    showFile: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of an earlier view: the same file is not sent again (304). */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The slug of a list. */
                slug: string;
                /** @description The `name` of a file or, in any case, its `clean_name`. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    /** @description The version of the file. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["FileWithContent"];
                    };
                };
            };
            /** @description The file is still that of `If-None-Match`. */
            304: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    /** @description The version of the file. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is not valid HTTP, JSON or multipart, or its path is malformed. */
            400: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such list, or it has no such file. */
            404: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests of this address. */
            429: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    /** @description Seconds after which to try again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A fault of the service; the message has the request id. */
            500: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away, or the server overloaded. */
            503: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    /** @description Seconds after which to try again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    downloadFile: {
        parameters: {
            query?: never;
            header?: {
                /** @description The part of the file that is asked for, such as `bytes=0-99`; of several parts the whole file is sent. */
                Range?: string;
                /** @description The `ETag` of the parts that are there already: of another file the whole is sent. */
                "If-Range"?: string;
                /** @description The `ETag` of an earlier download: what is the same is not sent again (304). */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The slug of a list. */
                slug: string;
                /** @description The `name` of a file or, in any case, its `clean_name`. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    /** @description The version of the bytes. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description The part of the file that `Content-Range` tells. */
            206: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    /** @description The version of the bytes. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description The file is still that of `If-None-Match`. */
            304: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    /** @description The version of the bytes. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is not valid HTTP, JSON or multipart, or its path is malformed. */
            400: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such list, or it has no such file. */
            404: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The file has no such part; `Content-Range` tells its size. */
            416: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests of this address. */
            429: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    /** @description Seconds after which to try again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A fault of the service; the message has the request id. */
            500: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away, or the server overloaded. */
            503: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    /** @description Seconds after which to try again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    downloadFileByName: {
        parameters: {
            query?: never;
            header?: {
                /** @description The part of the file that is asked for, such as `bytes=0-99`; of several parts the whole file is sent. */
                Range?: string;
                /** @description The `ETag` of the parts that are there already: of another file the whole is sent. */
                "If-Range"?: string;
                /** @description The `ETag` of an earlier download: what is the same is not sent again (304). */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The slug of a list. */
                slug: string;
                /** @description The `name` of a file or, in any case, its `clean_name`. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    /** @description The version of the bytes. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description The part of the file that `Content-Range` tells. */
            206: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    /** @description The version of the bytes. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description The file is still that of `If-None-Match`. */
            304: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    /** @description The version of the bytes. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is not valid HTTP, JSON or multipart, or its path is malformed. */
            400: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such list, or it has no such file. */
            404: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The file has no such part; `Content-Range` tells its size. */
            416: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests of this address. */
            429: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    /** @description Seconds after which to try again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A fault of the service; the message has the request id. */
            500: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away, or the server overloaded. */
            503: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    /** @description Seconds after which to try again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    downloadRevisionFile: {
        parameters: {
            query?: never;
            header?: {
                /** @description The part of the file that is asked for, such as `bytes=0-99`; of several parts the whole file is sent. */
                Range?: string;
                /** @description The `ETag` of the parts that are there already: of another file the whole is sent. */
                "If-Range"?: string;
                /** @description The `ETag` of an earlier download: what is the same is not sent again (304). */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The slug of a list. */
                slug: string;
                /** @description The number of a revision of the list. */
                revision: string;
                /** @description The `name` of a file or, in any case, its `clean_name`. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    /** @description The version of the bytes. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description The part of the file that `Content-Range` tells. */
            206: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    /** @description The version of the bytes. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description The file is still that of `If-None-Match`. */
            304: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    /** @description The version of the bytes. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is not valid HTTP, JSON or multipart, or its path is malformed. */
            400: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such list, or it has no such revision for the asker, or it has no such file. */
            404: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The file has no such part; `Content-Range` tells its size. */
            416: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests of this address. */
            429: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    /** @description Seconds after which to try again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A fault of the service; the message has the request id. */
            500: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away, or the server overloaded. */
            503: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    /** @description Seconds after which to try again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    downloadList: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of an earlier download: what is the same is not sent again (304). */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The slug of a list. */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The zip. */
            200: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    /** @description The version of the zip. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/zip": Blob;
                };
            };
            /** @description The zip is still that of `If-None-Match`. */
            304: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    /** @description The version of the zip. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is not valid HTTP, JSON or multipart, or its path is malformed. */
            400: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such list. */
            404: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests of this address. */
            429: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    /** @description Seconds after which to try again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A fault of the service; the message has the request id. */
            500: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away, or the server overloaded. */
            503: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    /** @description Seconds after which to try again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    downloadRevision: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of an earlier download: what is the same is not sent again (304). */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The slug of a list. */
                slug: string;
                /** @description The number of a revision of the list. */
                revision: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The zip. */
            200: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    /** @description The version of the zip. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/zip": Blob;
                };
            };
            /** @description The zip is still that of `If-None-Match`. */
            304: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    /** @description The version of the zip. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is not valid HTTP, JSON or multipart, or its path is malformed. */
            400: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such list, or it has no such revision for the asker. */
            404: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests of this address. */
            429: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    /** @description Seconds after which to try again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A fault of the service; the message has the request id. */
            500: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away, or the server overloaded. */
            503: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    /** @description Seconds after which to try again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listGames: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of an earlier view: unchanged games are not sent again (304). */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The games. */
            200: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    /** @description The version of the games and their counts. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Game"][];
                    };
                };
            };
            /** @description The games are still those of `If-None-Match`. */
            304: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    /** @description The version of the games and their counts. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Too many requests of this address. */
            429: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    /** @description Seconds after which to try again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A fault of the service; the message has the request id. */
            500: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away, or the server overloaded. */
            503: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    /** @description Seconds after which to try again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    showGame: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The name of a game, in any case, or its id. */
                game: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The game. */
            200: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["GameWithLists"];
                    };
                };
            };
            /** @description The request is not valid HTTP, JSON or multipart, or its path is malformed. */
            400: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such game. */
            404: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests of this address. */
            429: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    /** @description Seconds after which to try again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A fault of the service; the message has the request id. */
            500: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away, or the server overloaded. */
            503: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    /** @description Seconds after which to try again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    showStatistics: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of an earlier view: unchanged numbers are not sent again (304). */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The numbers. */
            200: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    /** @description The version of the numbers. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Statistics"];
                    };
                };
            };
            /** @description The numbers are still those of `If-None-Match`. */
            304: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    /** @description The version of the numbers. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Too many requests of this address. */
            429: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    /** @description Seconds after which to try again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A fault of the service; the message has the request id. */
            500: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away, or the server overloaded. */
            503: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    /** @description Seconds after which to try again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    compareLists: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of an earlier comparison: it is not sent again if it would be the same (304). */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The slug of the first list, or `slug@n` for a revision of it. */
                slug1: string;
                /** @description The slug of the second list, or `slug@n` for a revision of it. */
                slug2: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Both lists, and the diffs. */
            200: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    /** @description The version of both lists. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Comparison"];
                    };
                };
            };
            /** @description The comparison is still that of `If-None-Match`. */
            304: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    /** @description The version of both lists. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is not valid HTTP, JSON or multipart, or its path is malformed. */
            400: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description One of the lists is not there. */
            404: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests of this address. */
            429: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    /** @description Seconds after which to try again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A fault of the service; the message has the request id. */
            500: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away, or the server overloaded. */
            503: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    /** @description Seconds after which to try again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    showPatch: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of an earlier comparison: it is not sent again if it would be the same (304). */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The slug of the first list, or `slug@n` for a revision of it. */
                slug1: string;
                /** @description The slug of the second list, or `slug@n` for a revision of it. */
                slug2: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The patch; it is empty if the lists have the same files. */
            200: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    /** @description The version of the patch. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/x-diff": string;
                };
            };
            /** @description The comparison is still that of `If-None-Match`. */
            304: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    /** @description The version of the patch. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is not valid HTTP, JSON or multipart, or its path is malformed. */
            400: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description One of the lists is not there. */
            404: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests of this address. */
            429: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    /** @description Seconds after which to try again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A fault of the service; the message has the request id. */
            500: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away, or the server overloaded. */
            503: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    /** @description Seconds after which to try again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    compare: {
        parameters: {
            query?: {
                /** @description The slug of the first list, or `slug@n` for a revision of it. */
                list1?: string;
                /** @description The slug of the second list, or `slug@n` for a revision of it. */
                list2?: string;
            };
            header?: {
                /** @description The `ETag` of an earlier comparison: it is not sent again if it would be the same (304). */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A comparison, or the lists to choose from. */
            200: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Comparison"] | components["schemas"]["ListSummary"][];
                    };
                };
            };
            /** @description The comparison is still that of `If-None-Match`. */
            304: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description One of the lists is not there. */
            404: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A field or a parameter breaks a rule. */
            422: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Too many requests of this address. */
            429: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    /** @description Seconds after which to try again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A fault of the service; the message has the request id. */
            500: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away, or the server overloaded. */
            503: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    /** @description Seconds after which to try again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    showChanges: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of an earlier view: changes that would be the same are not sent again (304). */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The slug of the first list, or `slug@n` for a revision of it. */
                slug1: string;
                /** @description The slug of the second list, or `slug@n` for a revision of it. */
                slug2: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Both lists, and the changes. */
            200: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    /** @description The version of both lists. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ListChanges"];
                    };
                };
            };
            /** @description The changes are still those of `If-None-Match`. */
            304: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    /** @description The version of both lists. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is not valid HTTP, JSON or multipart, or its path is malformed. */
            400: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description One of the lists is not there. */
            404: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests of this address. */
            429: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    /** @description Seconds after which to try again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A fault of the service; the message has the request id. */
            500: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away, or the server overloaded. */
            503: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    /** @description Seconds after which to try again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    showChangesAsText: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of an earlier view: changes that would be the same are not sent again (304). */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The slug of the first list, or `slug@n` for a revision of it. */
                slug1: string;
                /** @description The slug of the second list, or `slug@n` for a revision of it. */
                slug2: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The text. */
            200: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    /** @description The version of both lists. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/markdown": string;
                };
            };
            /** @description The changes are still those of `If-None-Match`. */
            304: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    /** @description The version of both lists. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is not valid HTTP, JSON or multipart, or its path is malformed. */
            400: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description One of the lists is not there. */
            404: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests of this address. */
            429: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    /** @description Seconds after which to try again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A fault of the service; the message has the request id. */
            500: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away, or the server overloaded. */
            503: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    /** @description Seconds after which to try again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    showLoadOrder: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of an earlier view: mods and plugins that would be the same are not sent again (304). */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The slug of a list. */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The load order. */
            200: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    /** @description The version of the list. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["LoadOrder"];
                    };
                };
            };
            /** @description The list is still that of `If-None-Match`. */
            304: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    /** @description The version of the list. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is not valid HTTP, JSON or multipart, or its path is malformed. */
            400: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such list. */
            404: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests of this address. */
            429: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    /** @description Seconds after which to try again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A fault of the service; the message has the request id. */
            500: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away, or the server overloaded. */
            503: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    /** @description Seconds after which to try again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    showChangelog: {
        parameters: {
            query?: {
                /** @description The page, from 1. Past the end there are no lists. Beside `page[size]=all` it is not looked at. */
                "page[number]"?: string;
                /** @description Short for `page[number]`, which wins over it. */
                page?: string;
            };
            header?: {
                /** @description The `ETag` of an earlier view: a changelog that would be the same is not sent again (304). */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The slug of a list. */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the changelog. */
            200: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    /** @description The version of the changelog. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangelogPage"];
                };
            };
            /** @description The changelog is still that of `If-None-Match`. */
            304: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    /** @description The version of the changelog. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is not valid HTTP, JSON or multipart, or its path is malformed. */
            400: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such list. */
            404: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A field or a parameter breaks a rule. */
            422: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Too many requests of this address. */
            429: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    /** @description Seconds after which to try again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A fault of the service; the message has the request id. */
            500: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away, or the server overloaded. */
            503: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    /** @description Seconds after which to try again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    showChangelogAsText: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of an earlier view: a changelog that would be the same is not sent again (304). */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The slug of a list. */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The changelog. */
            200: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    /** @description The version of the changelog. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/markdown": string;
                };
            };
            /** @description The changelog is still that of `If-None-Match`. */
            304: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    /** @description The version of the changelog. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is not valid HTTP, JSON or multipart, or its path is malformed. */
            400: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such list. */
            404: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests of this address. */
            429: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    /** @description Seconds after which to try again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A fault of the service; the message has the request id. */
            500: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away, or the server overloaded. */
            503: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    /** @description Seconds after which to try again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    showChangelogAsFeed: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of an earlier view: a changelog that would be the same is not sent again (304). */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The slug of a list. */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The changelog. */
            200: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    /** @description The version of the changelog. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/atom+xml": string;
                };
            };
            /** @description The changelog is still that of `If-None-Match`. */
            304: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    /** @description The version of the changelog. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is not valid HTTP, JSON or multipart, or its path is malformed. */
            400: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such list. */
            404: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests of this address. */
            429: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    /** @description Seconds after which to try again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A fault of the service; the message has the request id. */
            500: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away, or the server overloaded. */
            503: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    /** @description Seconds after which to try again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    showUser: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The user of the token. */
            200: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CurrentUser"];
                    };
                };
            };
            /** @description There is no token or owner key where one is needed, or it is wrong, expired or revoked. */
            401: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests of this address. */
            429: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    /** @description Seconds after which to try again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A fault of the service; the message has the request id. */
            500: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away, or the server overloaded. */
            503: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    /** @description Seconds after which to try again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listOwnLists: {
        parameters: {
            query?: {
                /** @description Lists on a page: 1 to 900, or `all` for one page of everything. 30 if left out. */
                "page[size]"?: string;
                /** @description The page, from 1. Past the end there are no lists. Beside `page[size]=all` it is not looked at. */
                "page[number]"?: string;
                /** @description Short for `page[number]`, which wins over it. */
                page?: string;
                /** @description Only lists of the author of this name, in any case. */
                "filter[author]"?: string;
                /** @description Only lists of the game of this name, in any case. */
                "filter[game]"?: string;
                /** @description Only lists that have all of these words, or words that begin with them, in name, description, author or game. */
                "filter[search]"?: string;
                /** @description The same as `filter[search]`, which goes before. */
                query?: string;
                /** @description By time of creation or of the last update; `-` in front puts the latest first. `-created` if left out. */
                sort?: "created" | "-created" | "updated" | "-updated";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of lists. */
            200: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListPage"];
                };
            };
            /** @description There is no token or owner key where one is needed, or it is wrong, expired or revoked. */
            401: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the ability `read`. */
            403: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A field or a parameter breaks a rule. */
            422: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Too many requests of this address. */
            429: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    /** @description Seconds after which to try again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A fault of the service; the message has the request id. */
            500: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away, or the server overloaded. */
            503: {
                headers: {
                    /** @description The id of the request in the log. */
                    "X-Request-Id"?: string;
                    /** @description Seconds after which to try again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
}
