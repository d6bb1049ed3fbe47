// What Go's net/http reads of a request.
package main

import (
	"encoding/json"
	"io"
	"net/http"
	"os"
	"runtime"
)

type reading struct {
	Version string     `json:"version"`
	Query   [][]string `json:"query"`
	Cookie  [][]string `json:"cookie"`
	Body    [][]string `json:"body"`
}

func pairs(values map[string][]string) [][]string {
	found := [][]string{}
	for name, each := range values {
		for _, value := range each {
			found = append(found, []string{name, value})
		}
	}
	return found
}

func main() {
	http.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		r.ParseMultipartForm(1 << 20)
		read := reading{Version: runtime.Version(), Query: pairs(r.URL.Query()), Body: pairs(r.PostForm), Cookie: [][]string{}}
		for _, cookie := range r.Cookies() {
			read.Cookie = append(read.Cookie, []string{cookie.Name, cookie.Value})
		}
		if r.MultipartForm != nil {
			for name, files := range r.MultipartForm.File {
				for _, header := range files {
					if file, err := header.Open(); err == nil {
						content, _ := io.ReadAll(file)
						read.Body = append(read.Body, []string{name, string(content)})
					}
				}
			}
		}
		json.NewEncoder(w).Encode(read)
	})
	http.ListenAndServe("127.0.0.1:"+os.Getenv("PORT"), nil)
}
