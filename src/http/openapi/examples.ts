/** Answers of the service by operation and status. Written by test/http/openapi/examples.test.ts. */
export const examples: Record<string, Record<string, unknown>> = {
  "createList": {
    "201": {
      "data": {
        "name": "My List",
        "version": "1.2.0",
        "slug": "my-list",
        "url": "/v1/lists/my-list",
        "description": "A list",
        "website": "https://example.com/mods",
        "discord": null,
        "readme": null,
        "private": false,
        "expires": null,
        "created": "2026-11-20T08:30:00.123000Z",
        "updated": "2026-11-20T08:30:00.123000Z",
        "author": {
          "name": "Ann",
          "verified": true
        },
        "game": {
          "name": "TESV Skyrim SE"
        },
        "links": {
          "url": "https://www.example.com/lists/my-list",
          "self": "https://api.example.com/v1/lists/my-list"
        }
      }
    },
    "401": {
      "message": "Unauthenticated: check the API token in the Authorization header."
    },
    "403": {
      "message": "Forbidden: invalid ability, the API token lacks permission to create."
    },
    "422": {
      "message": "The game field is required.",
      "errors": {
        "game": [
          "The game field is required."
        ]
      }
    }
  },
  "listLists": {
    "200": {
      "data": [
        {
          "name": "It works",
          "version": null,
          "slug": "it-works",
          "url": "/v1/lists/it-works",
          "description": "A list",
          "website": null,
          "discord": null,
          "readme": null,
          "private": false,
          "expires": "2026-11-21T08:30:00.123000Z",
          "created": "2026-11-20T08:30:00.123000Z",
          "updated": "2026-11-20T08:30:00.123000Z",
          "author": null,
          "game": {
            "id": 4,
            "name": "TESV Skyrim SE",
            "lists_count": null
          },
          "links": {
            "url": "/lists/it-works",
            "self": "https://api.example.com/v1/lists/it-works"
          }
        },
        {
          "name": "It crashes",
          "version": null,
          "slug": "it-crashes",
          "url": "/v1/lists/it-crashes",
          "description": "A list",
          "website": null,
          "discord": null,
          "readme": null,
          "private": false,
          "expires": "2026-11-21T08:30:00.123000Z",
          "created": "2026-11-20T08:30:00.123000Z",
          "updated": "2026-11-20T08:30:00.123000Z",
          "author": null,
          "game": {
            "id": 4,
            "name": "TESV Skyrim SE",
            "lists_count": null
          },
          "links": {
            "url": "/lists/it-crashes",
            "self": "https://api.example.com/v1/lists/it-crashes"
          }
        }
      ],
      "links": {
        "first": "https://api.example.com/v1/lists?page%5Bsize%5D=2&page%5Bnumber%5D=1",
        "last": "https://api.example.com/v1/lists?page%5Bsize%5D=2&page%5Bnumber%5D=2",
        "prev": null,
        "next": "https://api.example.com/v1/lists?page%5Bsize%5D=2&page%5Bnumber%5D=2"
      },
      "meta": {
        "current_page": 1,
        "from": 1,
        "last_page": 2,
        "links": [
          {
            "url": null,
            "label": "&laquo; Previous",
            "active": false
          },
          {
            "url": "https://api.example.com/v1/lists?page%5Bsize%5D=2&page%5Bnumber%5D=1",
            "label": "1",
            "active": true
          },
          {
            "url": "https://api.example.com/v1/lists?page%5Bsize%5D=2&page%5Bnumber%5D=2",
            "label": "2",
            "active": false
          },
          {
            "url": "https://api.example.com/v1/lists?page%5Bsize%5D=2&page%5Bnumber%5D=2",
            "label": "Next &raquo;",
            "active": false
          }
        ],
        "path": "https://api.example.com/v1/lists",
        "per_page": 2,
        "to": 2,
        "total": 3
      }
    },
    "422": {
      "message": "The page size must be a whole number from 1 to 900, or \"all\".",
      "errors": {
        "page[size]": [
          "The page size must be a whole number from 1 to 900, or \"all\"."
        ]
      }
    }
  },
  "showList": {
    "200": {
      "data": {
        "name": "My List",
        "version": "1.2.0",
        "slug": "my-list",
        "url": "/v1/lists/my-list",
        "description": "A list",
        "website": "https://example.com/mods",
        "discord": null,
        "readme": null,
        "private": false,
        "expires": null,
        "created": "2026-11-20T08:30:00.123000Z",
        "updated": "2026-11-20T08:30:00.123000Z",
        "author": {
          "name": "Ann",
          "verified": true
        },
        "game": {
          "id": 4,
          "name": "TESV Skyrim SE",
          "lists_count": null
        },
        "files": [
          {
            "name": "4b1d195f1dd10f1681b3286d230491e3-modlist.txt",
            "clean_name": "modlist.txt",
            "bytes": 49,
            "content": [
              "+Unofficial Patch",
              "+Sky UI",
              "-Optional_separator"
            ],
            "created": "2026-11-20T08:30:00.123000Z",
            "updated": "2026-11-20T08:30:00.123000Z"
          }
        ],
        "links": {
          "url": "/lists/my-list",
          "self": "https://api.example.com/v1/lists/my-list"
        }
      }
    },
    "404": {
      "message": "List not found."
    }
  },
  "listFiles": {
    "200": {
      "data": [
        {
          "name": "4b1d195f1dd10f1681b3286d230491e3-modlist.txt",
          "clean_name": "modlist.txt",
          "bytes": 49,
          "created": "2026-11-20T08:30:00.123000Z",
          "updated": "2026-11-20T08:30:00.123000Z"
        }
      ]
    },
    "404": {
      "message": "List not found."
    }
  },
  "showFile": {
    "200": {
      "data": {
        "name": "4b1d195f1dd10f1681b3286d230491e3-modlist.txt",
        "clean_name": "modlist.txt",
        "bytes": 49,
        "content": [
          "+Unofficial Patch",
          "+Sky UI",
          "-Optional_separator"
        ],
        "created": "2026-11-20T08:30:00.123000Z",
        "updated": "2026-11-20T08:30:00.123000Z"
      }
    },
    "404": {
      "message": "File not found."
    }
  },
  "downloadFile": {
    "404": {
      "message": "File not found."
    },
    "416": {
      "message": "There is no such range: the file has 49 bytes."
    }
  },
  "downloadList": {
    "404": {
      "message": "List not found."
    }
  },
  "updateListByForm": {
    "200": {
      "data": {
        "name": "My better list",
        "version": "1.2.0",
        "slug": "my-list",
        "url": "/v1/lists/my-list",
        "description": "A list",
        "website": "https://example.com/mods",
        "discord": null,
        "readme": null,
        "private": false,
        "expires": null,
        "created": "2026-11-20T08:30:00.123000Z",
        "updated": "2026-11-20T08:30:00.123000Z",
        "author": {
          "name": "Ann",
          "verified": true
        },
        "game": {
          "name": "TESV Skyrim SE"
        },
        "links": {
          "url": "https://www.example.com/lists/my-list",
          "self": "https://api.example.com/v1/lists/my-list"
        }
      }
    },
    "401": {
      "message": "Unauthenticated: check the API token in the Authorization header."
    },
    "403": {
      "message": "Forbidden: this list is of another author."
    },
    "404": {
      "message": "List not found."
    },
    "412": {
      "message": "The list has changed since the version that If-Match names."
    },
    "422": {
      "message": "The expires field must be one of 3h, 24h, 3d, 1w, perm.",
      "errors": {
        "expires": [
          "The expires field must be one of 3h, 24h, 3d, 1w, perm."
        ]
      }
    }
  },
  "updateList": {
    "200": {
      "data": {
        "name": "My better list",
        "version": "1.2.0",
        "slug": "my-list",
        "url": "/v1/lists/my-list",
        "description": "A list",
        "website": "https://example.com/mods",
        "discord": null,
        "readme": null,
        "private": false,
        "expires": null,
        "created": "2026-11-20T08:30:00.123000Z",
        "updated": "2026-11-20T08:30:00.123000Z",
        "author": {
          "name": "Ann",
          "verified": true
        },
        "game": {
          "name": "TESV Skyrim SE"
        },
        "links": {
          "url": "https://www.example.com/lists/my-list",
          "self": "https://api.example.com/v1/lists/my-list"
        }
      }
    },
    "401": {
      "message": "Unauthenticated: check the API token in the Authorization header."
    },
    "403": {
      "message": "Forbidden: this list is of another author."
    },
    "404": {
      "message": "List not found."
    },
    "412": {
      "message": "The list has changed since the version that If-Match names."
    },
    "422": {
      "message": "The expires field must be one of 3h, 24h, 3d, 1w, perm.",
      "errors": {
        "expires": [
          "The expires field must be one of 3h, 24h, 3d, 1w, perm."
        ]
      }
    }
  },
  "patchList": {
    "200": {
      "data": {
        "name": "My better list",
        "version": "1.2.0",
        "slug": "my-list",
        "url": "/v1/lists/my-list",
        "description": "A list",
        "website": "https://example.com/mods",
        "discord": null,
        "readme": null,
        "private": false,
        "expires": null,
        "created": "2026-11-20T08:30:00.123000Z",
        "updated": "2026-11-20T08:30:00.123000Z",
        "author": {
          "name": "Ann",
          "verified": true
        },
        "game": {
          "name": "TESV Skyrim SE"
        },
        "links": {
          "url": "https://www.example.com/lists/my-list",
          "self": "https://api.example.com/v1/lists/my-list"
        }
      }
    },
    "401": {
      "message": "Unauthenticated: check the API token in the Authorization header."
    },
    "403": {
      "message": "Forbidden: this list is of another author."
    },
    "404": {
      "message": "List not found."
    },
    "412": {
      "message": "The list has changed since the version that If-Match names."
    },
    "422": {
      "message": "The expires field must be one of 3h, 24h, 3d, 1w, perm.",
      "errors": {
        "expires": [
          "The expires field must be one of 3h, 24h, 3d, 1w, perm."
        ]
      }
    }
  },
  "deleteList": {
    "401": {
      "message": "Unauthenticated: check the API token in the Authorization header."
    },
    "403": {
      "message": "Forbidden: this list is of another author."
    },
    "404": {
      "message": "List not found."
    },
    "412": {
      "message": "The list has changed since the version that If-Match names."
    }
  },
  "listGames": {
    "200": {
      "data": [
        {
          "id": 11,
          "name": "Cyberpunk 2077",
          "lists_count": 0
        },
        {
          "id": 13,
          "name": "Dark Messiah of Might & Magic",
          "lists_count": 0
        },
        {
          "id": 14,
          "name": "Dark Souls",
          "lists_count": 0
        },
        {
          "id": 12,
          "name": "Darkest Dungeon",
          "lists_count": 0
        },
        {
          "id": 15,
          "name": "Dragon Age II",
          "lists_count": 0
        },
        {
          "id": 16,
          "name": "Dragon Age: Origins",
          "lists_count": 0
        },
        {
          "id": 17,
          "name": "Dungeon Siege II",
          "lists_count": 0
        },
        {
          "id": 28,
          "name": "Enderal",
          "lists_count": 0
        },
        {
          "id": 29,
          "name": "Enderal SE",
          "lists_count": 0
        },
        {
          "id": 6,
          "name": "Fallout 3",
          "lists_count": 0
        },
        {
          "id": 8,
          "name": "Fallout 4",
          "lists_count": 0
        },
        {
          "id": 9,
          "name": "Fallout 4 VR",
          "lists_count": 0
        },
        {
          "id": 7,
          "name": "Fallout New Vegas",
          "lists_count": 0
        },
        {
          "id": 18,
          "name": "Kerbal Space Program",
          "lists_count": 0
        },
        {
          "id": 19,
          "name": "Kingdom Come: Deliverance",
          "lists_count": 0
        },
        {
          "id": 20,
          "name": "Mirror's Edge",
          "lists_count": 0
        },
        {
          "id": 21,
          "name": "Mount & Blade II: Bannerlord",
          "lists_count": 0
        },
        {
          "id": 22,
          "name": "No Man's Sky",
          "lists_count": 0
        },
        {
          "id": 23,
          "name": "STALKER Anomaly",
          "lists_count": 0
        },
        {
          "id": 24,
          "name": "Stardew Valley",
          "lists_count": 0
        },
        {
          "id": 30,
          "name": "Starfield",
          "lists_count": 0
        },
        {
          "id": 10,
          "name": "Tale of Two Wastelands",
          "lists_count": 0
        },
        {
          "id": 1,
          "name": "TESIII Morrowind",
          "lists_count": 0
        },
        {
          "id": 2,
          "name": "TESIV Oblivion",
          "lists_count": 0
        },
        {
          "id": 3,
          "name": "TESV Skyrim LE",
          "lists_count": 0
        },
        {
          "id": 4,
          "name": "TESV Skyrim SE",
          "lists_count": 3
        },
        {
          "id": 5,
          "name": "TESV Skyrim VR",
          "lists_count": 0
        },
        {
          "id": 25,
          "name": "The Binding of Isaac: Rebirth",
          "lists_count": 0
        },
        {
          "id": 26,
          "name": "The Witcher 3: Wild Hunt",
          "lists_count": 0
        },
        {
          "id": 31,
          "name": "The Witcher: Enhanced Edition",
          "lists_count": 0
        },
        {
          "id": 27,
          "name": "Zeus and Poseidon",
          "lists_count": 0
        }
      ]
    }
  },
  "showGame": {
    "200": {
      "data": {
        "id": 4,
        "name": "TESV Skyrim SE",
        "lists": [
          {
            "name": "It works",
            "version": null,
            "slug": "it-works",
            "url": "/v1/lists/it-works",
            "description": "A list",
            "website": null,
            "discord": null,
            "readme": null,
            "private": false,
            "expires": "2026-11-21T08:30:00.123000Z",
            "created": "2026-11-20T08:30:00.123000Z",
            "updated": "2026-11-20T08:30:00.123000Z",
            "author": null,
            "game": {
              "id": 4,
              "name": "TESV Skyrim SE"
            },
            "links": {
              "url": "/lists/it-works",
              "self": "https://api.example.com/v1/lists/it-works"
            }
          },
          {
            "name": "It crashes",
            "version": null,
            "slug": "it-crashes",
            "url": "/v1/lists/it-crashes",
            "description": "A list",
            "website": null,
            "discord": null,
            "readme": null,
            "private": false,
            "expires": "2026-11-21T08:30:00.123000Z",
            "created": "2026-11-20T08:30:00.123000Z",
            "updated": "2026-11-20T08:30:00.123000Z",
            "author": null,
            "game": {
              "id": 4,
              "name": "TESV Skyrim SE"
            },
            "links": {
              "url": "/lists/it-crashes",
              "self": "https://api.example.com/v1/lists/it-crashes"
            }
          },
          {
            "name": "My better list",
            "version": "1.2.0",
            "slug": "my-list",
            "url": "/v1/lists/my-list",
            "description": "A list",
            "website": "https://example.com/mods",
            "discord": null,
            "readme": null,
            "private": false,
            "expires": null,
            "created": "2026-11-20T08:30:00.123000Z",
            "updated": "2026-11-20T08:30:00.123000Z",
            "author": {
              "name": "Ann",
              "verified": true
            },
            "game": {
              "id": 4,
              "name": "TESV Skyrim SE"
            },
            "links": {
              "url": "/lists/my-list",
              "self": "https://api.example.com/v1/lists/my-list"
            }
          }
        ]
      }
    },
    "404": {
      "message": "Game not found."
    }
  },
  "showStatistics": {
    "200": {
      "data": {
        "lists": {
          "total": 3,
          "private": 0,
          "anonymous": 2,
          "by_game": [
            {
              "id": 11,
              "name": "Cyberpunk 2077",
              "lists_count": 0
            },
            {
              "id": 13,
              "name": "Dark Messiah of Might & Magic",
              "lists_count": 0
            },
            {
              "id": 14,
              "name": "Dark Souls",
              "lists_count": 0
            },
            {
              "id": 12,
              "name": "Darkest Dungeon",
              "lists_count": 0
            },
            {
              "id": 15,
              "name": "Dragon Age II",
              "lists_count": 0
            },
            {
              "id": 16,
              "name": "Dragon Age: Origins",
              "lists_count": 0
            },
            {
              "id": 17,
              "name": "Dungeon Siege II",
              "lists_count": 0
            },
            {
              "id": 28,
              "name": "Enderal",
              "lists_count": 0
            },
            {
              "id": 29,
              "name": "Enderal SE",
              "lists_count": 0
            },
            {
              "id": 6,
              "name": "Fallout 3",
              "lists_count": 0
            },
            {
              "id": 8,
              "name": "Fallout 4",
              "lists_count": 0
            },
            {
              "id": 9,
              "name": "Fallout 4 VR",
              "lists_count": 0
            },
            {
              "id": 7,
              "name": "Fallout New Vegas",
              "lists_count": 0
            },
            {
              "id": 18,
              "name": "Kerbal Space Program",
              "lists_count": 0
            },
            {
              "id": 19,
              "name": "Kingdom Come: Deliverance",
              "lists_count": 0
            },
            {
              "id": 20,
              "name": "Mirror's Edge",
              "lists_count": 0
            },
            {
              "id": 21,
              "name": "Mount & Blade II: Bannerlord",
              "lists_count": 0
            },
            {
              "id": 22,
              "name": "No Man's Sky",
              "lists_count": 0
            },
            {
              "id": 23,
              "name": "STALKER Anomaly",
              "lists_count": 0
            },
            {
              "id": 24,
              "name": "Stardew Valley",
              "lists_count": 0
            },
            {
              "id": 30,
              "name": "Starfield",
              "lists_count": 0
            },
            {
              "id": 10,
              "name": "Tale of Two Wastelands",
              "lists_count": 0
            },
            {
              "id": 1,
              "name": "TESIII Morrowind",
              "lists_count": 0
            },
            {
              "id": 2,
              "name": "TESIV Oblivion",
              "lists_count": 0
            },
            {
              "id": 3,
              "name": "TESV Skyrim LE",
              "lists_count": 0
            },
            {
              "id": 4,
              "name": "TESV Skyrim SE",
              "lists_count": 3
            },
            {
              "id": 5,
              "name": "TESV Skyrim VR",
              "lists_count": 0
            },
            {
              "id": 25,
              "name": "The Binding of Isaac: Rebirth",
              "lists_count": 0
            },
            {
              "id": 26,
              "name": "The Witcher 3: Wild Hunt",
              "lists_count": 0
            },
            {
              "id": 31,
              "name": "The Witcher: Enhanced Edition",
              "lists_count": 0
            },
            {
              "id": 27,
              "name": "Zeus and Poseidon",
              "lists_count": 0
            }
          ]
        },
        "files": {
          "total": 3,
          "bytes": 101,
          "deduplicated_bytes": 101
        },
        "authors": 1
      }
    }
  },
  "compareLists": {
    "200": {
      "data": {
        "list1": {
          "name": "It crashes",
          "version": null,
          "slug": "it-crashes",
          "url": "/v1/lists/it-crashes",
          "description": "A list",
          "website": null,
          "discord": null,
          "readme": null,
          "private": false,
          "expires": "2026-11-21T08:30:00.123000Z",
          "created": "2026-11-20T08:30:00.123000Z",
          "updated": "2026-11-20T08:30:00.123000Z",
          "author": null,
          "game": {
            "id": 4,
            "name": "TESV Skyrim SE",
            "lists_count": null
          },
          "files": [
            {
              "name": "0d2716c100cd8ada1c898f95455d4de1-modlist.txt",
              "clean_name": "modlist.txt",
              "bytes": 20,
              "created": "2026-11-20T08:30:00.123000Z",
              "updated": "2026-11-20T08:30:00.123000Z"
            }
          ],
          "links": {
            "url": "/lists/it-crashes",
            "self": "https://api.example.com/v1/lists/it-crashes"
          }
        },
        "list2": {
          "name": "It works",
          "version": null,
          "slug": "it-works",
          "url": "/v1/lists/it-works",
          "description": "A list",
          "website": null,
          "discord": null,
          "readme": null,
          "private": false,
          "expires": "2026-11-21T08:30:00.123000Z",
          "created": "2026-11-20T08:30:00.123000Z",
          "updated": "2026-11-20T08:30:00.123000Z",
          "author": null,
          "game": {
            "id": 4,
            "name": "TESV Skyrim SE",
            "lists_count": null
          },
          "files": [
            {
              "name": "d684c01a507bfa1ce4ccb49f1d7a213a-modlist.txt",
              "clean_name": "modlist.txt",
              "bytes": 32,
              "created": "2026-11-20T08:30:00.123000Z",
              "updated": "2026-11-20T08:30:00.123000Z"
            }
          ],
          "links": {
            "url": "/lists/it-works",
            "self": "https://api.example.com/v1/lists/it-works"
          }
        },
        "diffs": [
          "--- modlist.txt\n+++ modlist.txt\n@@ -1,2 +1,3 @@\n +Sky UI\n +Campfire\n++Frostfall\n"
        ]
      }
    },
    "404": {
      "message": "List not found."
    }
  },
  "showPatch": {
    "404": {
      "message": "List not found."
    }
  },
  "compare": {
    "200": {
      "data": {
        "list1": {
          "name": "It crashes",
          "version": null,
          "slug": "it-crashes",
          "url": "/v1/lists/it-crashes",
          "description": "A list",
          "website": null,
          "discord": null,
          "readme": null,
          "private": false,
          "expires": "2026-11-21T08:30:00.123000Z",
          "created": "2026-11-20T08:30:00.123000Z",
          "updated": "2026-11-20T08:30:00.123000Z",
          "author": null,
          "game": {
            "id": 4,
            "name": "TESV Skyrim SE",
            "lists_count": null
          },
          "files": [
            {
              "name": "0d2716c100cd8ada1c898f95455d4de1-modlist.txt",
              "clean_name": "modlist.txt",
              "bytes": 20,
              "created": "2026-11-20T08:30:00.123000Z",
              "updated": "2026-11-20T08:30:00.123000Z"
            }
          ],
          "links": {
            "url": "/lists/it-crashes",
            "self": "https://api.example.com/v1/lists/it-crashes"
          }
        },
        "list2": {
          "name": "It works",
          "version": null,
          "slug": "it-works",
          "url": "/v1/lists/it-works",
          "description": "A list",
          "website": null,
          "discord": null,
          "readme": null,
          "private": false,
          "expires": "2026-11-21T08:30:00.123000Z",
          "created": "2026-11-20T08:30:00.123000Z",
          "updated": "2026-11-20T08:30:00.123000Z",
          "author": null,
          "game": {
            "id": 4,
            "name": "TESV Skyrim SE",
            "lists_count": null
          },
          "files": [
            {
              "name": "d684c01a507bfa1ce4ccb49f1d7a213a-modlist.txt",
              "clean_name": "modlist.txt",
              "bytes": 32,
              "created": "2026-11-20T08:30:00.123000Z",
              "updated": "2026-11-20T08:30:00.123000Z"
            }
          ],
          "links": {
            "url": "/lists/it-works",
            "self": "https://api.example.com/v1/lists/it-works"
          }
        },
        "diffs": [
          "--- modlist.txt\n+++ modlist.txt\n@@ -1,2 +1,3 @@\n +Sky UI\n +Campfire\n++Frostfall\n"
        ]
      }
    },
    "404": {
      "message": "List not found."
    },
    "422": {
      "message": "The list2 parameter is required beside the other list.",
      "errors": {
        "list2": [
          "The list2 parameter is required beside the other list."
        ]
      }
    }
  },
  "showUser": {
    "200": {
      "data": {
        "name": "Ann",
        "verified": true,
        "created": "2026-11-20T08:30:00.123000Z",
        "token": {
          "name": null,
          "abilities": [
            "create",
            "read",
            "update",
            "delete"
          ],
          "expires": null
        }
      }
    },
    "401": {
      "message": "Unauthenticated: check the API token in the Authorization header."
    }
  },
  "listOwnLists": {
    "200": {
      "data": [
        {
          "name": "My better list",
          "version": "1.2.0",
          "slug": "my-list",
          "url": "/v1/lists/my-list",
          "description": "A list",
          "website": "https://example.com/mods",
          "discord": null,
          "readme": null,
          "private": false,
          "expires": null,
          "created": "2026-11-20T08:30:00.123000Z",
          "updated": "2026-11-20T08:30:00.123000Z",
          "author": {
            "name": "Ann",
            "verified": true
          },
          "game": {
            "id": 4,
            "name": "TESV Skyrim SE",
            "lists_count": null
          },
          "links": {
            "url": "/lists/my-list",
            "self": "https://api.example.com/v1/lists/my-list"
          }
        }
      ],
      "links": {
        "first": "https://api.example.com/v1/user/lists?page%5Bnumber%5D=1",
        "last": "https://api.example.com/v1/user/lists?page%5Bnumber%5D=1",
        "prev": null,
        "next": null
      },
      "meta": {
        "current_page": 1,
        "from": 1,
        "last_page": 1,
        "links": [
          {
            "url": null,
            "label": "&laquo; Previous",
            "active": false
          },
          {
            "url": "https://api.example.com/v1/user/lists?page%5Bnumber%5D=1",
            "label": "1",
            "active": true
          },
          {
            "url": null,
            "label": "Next &raquo;",
            "active": false
          }
        ],
        "path": "https://api.example.com/v1/user/lists",
        "per_page": 30,
        "to": 1,
        "total": 1
      }
    },
    "401": {
      "message": "Unauthenticated: check the API token in the Authorization header."
    },
    "403": {
      "message": "Forbidden: invalid ability, the API token lacks permission to read."
    },
    "422": {
      "message": "The sort must be one of created, -created, updated, -updated.",
      "errors": {
        "sort": [
          "The sort must be one of created, -created, updated, -updated."
        ]
      }
    }
  },
  "showService": {
    "200": {
      "name": "mod-list-catalog",
      "version": "0.1.0",
      "api": "https://api.example.com/v1",
      "reference": "https://api.example.com/docs",
      "openapi": "https://api.example.com/openapi.json"
    }
  },
  "checkHealth": {
    "200": {
      "status": "ok"
    }
  },
  "checkReadiness": {
    "200": {
      "status": "ok"
    }
  },
  "showReferenceAsset": {
    "404": {
      "message": "Part of the reference not found."
    }
  },
  "any": {
    "400": {
      "message": "'/v1/lists/%zz' is not a valid url component"
    },
    "401": {
      "message": "Unauthenticated: check the API token in the Authorization header."
    },
    "413": {
      "message": "The request is larger than 100 bytes."
    },
    "415": {
      "message": "Unsupported Media Type"
    },
    "429": {
      "message": "Too many requests. Try again in 1 minute."
    },
    "500": {
      "message": "Server error. Tell the operator the request id 8f14e45f-ceea-467f-9575-6f2a1a1bd0c5."
    },
    "503": {
      "message": "The database is not available. Try again in a moment."
    }
  }
}
